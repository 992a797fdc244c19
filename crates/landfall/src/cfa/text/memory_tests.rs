use super::*;
use crate::cfa::{DataModel, Op, Program, View, verify};
use crate::front::{FrontOptions, load_text};

fn read(text: &str) -> Program {
    read_program(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn round_trip(program: &Program) {
    let text = program.to_string();
    let again = read(&text);
    assert!(again == *program, "{text}\nreads as\n{again}");
}

fn round_trip_c(source: &str) {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let loaded = load_text("test.c", source, &FrontOptions::new(model)).expect("C");
        round_trip(&loaded.program);
    }
}

fn message(text: &str) -> String {
    read_program(text).expect_err("a bad text").to_string()
}

#[test]
fn c_with_pointers_and_structs() {
    round_trip_c(
        "typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
         struct node { int value; struct node *next; _Bool seen; double weight; char name[8]; };
         struct node pool[3] = { { 1, pool + 1, 1, 2.5, \"one\" }, { 2 } }; const int table[100] = { [50] = -1 };
         int main(void) { struct node *p = malloc(sizeof *p), *q = calloc(4, sizeof *q); int x = 3, *px = &x;
           if (!p || !q) return 1;
           *p = pool[0]; p->next = q; q[2].value = *px + table[x]; p->next->name[x] = 'a';
           for (struct node *n = p; n; n = n->next) x += n->value; free(p); free(q); return x; }",
    );
}

#[test]
fn c_with_unions_bit_fields_and_strings() {
    round_trip_c(
        "union u { int i; unsigned char b[4]; struct { short lo, hi; }; };
         struct bits { unsigned a : 3; int b : 13; _Bool c : 1; unsigned : 0; long long d : 40; } g = { 5, -1, 1, 7 };
         const char *text = \"a`b\\n\\\"c\\\"\\\\\\t\"; extern int from_outside[4]; volatile int v;
         void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
         int f(int n) { int vla[n]; vla[n - 1] = n; return vla[0]; }
         int main(void) { union u u; u.i = 7; u.b[1] = text[0]; u.hi = 3; g.b = u.lo; g.d += g.a;
           struct bits h; memcpy(&h, &g, sizeof h); memset(&u, 0, sizeof u);
           return f(h.b) + from_outside[2] + v + (text == 0) + ((unsigned long)&h & 7); }",
    );
}

#[test]
fn every_corpus_program_reads_back() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut read = 0;
    for entry in std::fs::read_dir(corpus).expect("the corpus") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("text");
        let Ok(loaded) = load_text("test.c", &source, &FrontOptions::new(DataModel::Lp64)) else { continue };
        round_trip(&loaded.program);
        round_trip(
            &crate::cfa::passes::prepare(&loaded.program, &crate::cfa::passes::PrepareOptions::default()).program,
        );
        read += 1;
    }
    assert!(read > 50, "{read}");
}

const MEMORY: &str = "\
view 0 = record { x at 0: i32, y at 32 width 5: i32, `` at 64: union { f at 0: float u64, c at 0: array 8 step 1 of char i8 } };
view 1 = record { next at 0: pointer i64, s at 64: array 0 step 16 of view 0, t at 64: truth bool };
object s#1: 16 align 8 of view 0 image \"010203\" \"00\" * 13 @0:3-7;
object `\"a\\`b\"`#0: 3 align 1 const image \"616200\";
proc main() entry l0 exit l1 {
    local p: i64; local x: i32; local offset: i64; local heap: i64;
    object o#2: 4 align 4 of i32;
    l0 -> a: enter o#2; a -> b: p = alloc(24) zero heap of view 1; b -> c: p = alloc(offset + 1) stack;
    c -> d: write.i32(&o#2) = load.u5.5at3(offset(&s#1, 4)) == 0 ? 1 : x initial;
    d -> e: copy(&s#1, p, 8); e -> f: fill(offset(p, -1), 255, heap); f -> g: forget(p, 3) input \"read\";
    g -> h: forget(&o#2, 4) approximation copy \"memcpy\"; h -> i: free(p);
    i -> j: assume readable(0, 1) && writable(p, 4) && freeable(p) || same(p, 7) && heap_empty() && size(p) < distance(p);
    j -> k: write.bool(p) = true; k -> l1: leave o#2;
}
";

#[test]
fn reads_memory_and_writes_it_back() {
    let program = read(MEMORY);
    assert_eq!(verify(&program), Ok(()));
    let [first, second, own] = &program.objects.values().collect::<Vec<_>>()[..] else { panic!("three objects") };
    assert_eq!((&*first.name, first.constant, first.image.as_deref()), ("\"a`b\"", true, Some(&b"ab\0"[..])));
    assert_eq!(second.image.as_ref().map(|image| image.len()), Some(16));
    assert!(matches!(&*second.view, View::Record { fields, union: false } if fields.len() == 3));
    assert_eq!(own.owner, Some(program.entry));
    assert_eq!(program.edges.values().filter(|edge| matches!(edge.op, Op::Memory(_))).count(), 11);
    round_trip(&program);
}

#[test]
fn errors_in_memory_say_where() {
    let op =
        |text: &str| message(&format!("object g: 8 align 8;\nproc f() entry a exit b {{ local p: i64;\n{text}; }}"));
    assert_eq!(op("a -> b: free(&h)"), "3:15: there is no object `h` here");
    assert_eq!(op("a -> b: p = alloc(8)"), "3:21: expected `heap` or `stack`, found `;`");
    assert_eq!(op("a -> b: p = alloc(8) heap of view 0"), "3:35: there is no view 0 yet");
    assert_eq!(op("a -> b: copy(p, p)"), "3:13: expected 3 operands, found 2");
    assert_eq!(op("a -> b: assume readable(p)"), "3:16: expected 2 operands, found 1");
    assert_eq!(
        op("a -> b: p = load.q(p)"),
        "3:13: expected a cell such as `i32` or `u8.3at2` behind the dot, found `load.q`"
    );
    assert_eq!(op("a -> b: write.i32(p) = p"), "3:24: this has type i64 where i32 is needed");
    assert_eq!(
        op("a -> b: forget(p, 1)"),
        "3:21: expected where the value comes from, such as `input` or `uninitialised`, found `;`"
    );
    assert!(op("a -> b: enter g").contains("static"));
    assert_eq!(message("object g: 8 align 3;"), "1:19: an alignment is a power of two, not 3");
    assert_eq!(message("object g: 8 align 4 image \"0g\";"), "1:27: expected two hexadecimal digits for each byte");
    assert_eq!(
        message("object g: 8 align 4 image \"00\" * 99999999999;"),
        "1:27: an image has at most 268435456 bytes"
    );
    assert!(message("object g: 8 align 4 of;").starts_with("1:23: expected a view such as `i32`"));
    assert_eq!(message("view 1 = i32;"), "1:6: expected view 0, found view 1");
    assert_eq!(
        message("object g: 1 align 1; object g: 1 align 1; proc f() entry a exit b { }"),
        "1:29: a second object `g`"
    );
}

#[test]
fn views_out_of_hand_are_errors() {
    let nested = format!("object g: 1 align 1 of {} i8;", "array 1 step 1 of ".repeat(100_000));
    assert!(message(&nested).contains("too deeply"));
    let mut chain = String::from("view 0 = i8;\n");
    let mut doubled = chain.clone();
    for i in 1..2000 {
        chain.push_str(&format!("view {i} = array 1 step 1 of view {};\n", i - 1));
        doubled.push_str(&format!("view {i} = record {{ a at 0: view {0}, b at 8: view {0} }};\n", i - 1));
    }
    assert!(message(&chain).contains("too many parts"));
    assert!(message(&doubled).contains("too many parts"));

    assert!(message("view 0 = array 99999999 step 99999999 of i8;").contains("too large"));
}
