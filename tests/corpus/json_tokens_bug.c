// verdict: unsafe
// must-decide: auto
// options: --check memory
// inputs: 0,0,0,34,92
// covers: a tokenizer of JSON that skips the end of the text behind a backslash
extern char __VERIFIER_nondet_char(void);
enum kind { END, OPEN, CLOSE, LIST, UNLIST, COLON, COMMA, NUMBER, STRING, WORD, BAD };
struct token { enum kind kind; const char *start; int length; };
static const char *skip(const char *p) { while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') p++; return p; }
static struct token next(const char **at) {
  const char *p = skip(*at); struct token t = { BAD, p, 1 };
  switch (*p) {
  case 0: t.kind = END; t.length = 0; break;
  case '{': t.kind = OPEN; break; case '}': t.kind = CLOSE; break;
  case '[': t.kind = LIST; break; case ']': t.kind = UNLIST; break;
  case ':': t.kind = COLON; break; case ',': t.kind = COMMA; break;
  case '"': { const char *q = p + 1;
    while (*q != '"') { if (*q == 0) { t.length = (int)(q - p); *at = q; return t; }
      if (*q == '\\') q++;
      q++; }
    t.kind = STRING; t.length = (int)(q + 1 - p); break; }
  default:
    if (*p == '-' || (*p >= '0' && *p <= '9')) { const char *q = p + 1;
      while ((*q >= '0' && *q <= '9') || *q == '.' || *q == 'e' || *q == 'E' || *q == '+' || *q == '-') q++;
      t.kind = NUMBER; t.length = (int)(q - p); }
    else if (*p >= 'a' && *p <= 'z') { const char *q = p; while (*q >= 'a' && *q <= 'z') q++; t.kind = WORD; t.length = (int)(q - p); }
  }
  *at = p + t.length; return t;
}
int main(void) { char text[3]; for (int i = 0; i < 2; i++) text[i] = __VERIFIER_nondet_char(); text[2] = 0;
  const char *p = text; int depth = 0, count = 0;
  for (;;) { struct token t = next(&p); if (t.kind == END) break; count++; if (t.kind == OPEN || t.kind == LIST) depth++; if (t.kind == CLOSE || t.kind == UNLIST) depth--; }
  return count + depth; }
