// verdict: unknown
// covers: an attribute that changes how members are stored makes uses of the structure unsupported
extern void reach_error(void);

struct __attribute__((scalar_storage_order("big-endian"))) header {
  unsigned short length;
};

int main(void) {
  struct header h;
  unsigned char *bytes = (unsigned char *)&h;
  bytes[0] = 0;
  bytes[1] = 9;
  if (h.length != 9)
    reach_error();
  return 0;
}
