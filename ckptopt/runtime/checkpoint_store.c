/* The stores of checkpoint_store.h, on a POSIX system: a file per store, mapped to memory.
 *
 * The files are in the directory CKPTOPT_STORE_DIR, else TMPDIR, else /tmp, which should be on a disk:
 * many systems keep /tmp in memory. A file has no name as soon as it is open, so nothing of it is left
 * when its store is closed or the program ends, in whichever way. All its space is reserved when the
 * store is opened: a disk that is too small is found before anything is computed.
 *
 * Pages that were written are handed to the system, which writes them to the disk while the program
 * goes on; before anything is read, all of them must be there. What fails prints a message and aborts.
 * With CKPTOPT_STORE_VERBOSE=1 in the environment a store prints at its end what it did.
 */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "checkpoint_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
  int64_t slots, bytes, stride; /* each slot begins on a page of its own: `stride` bytes apart */
  char *data;                   /* the mapped file, NULL if it is empty */
  int64_t page, written, read;  /* the size of a page; bytes so far */
  int unsynced;                 /* whether something was written after the last read */
} Store;

static void fail(const char *what, const char *of, const char *why) {
  fprintf(stderr, "ckptopt checkpoint store: cannot %s%s%s: %s\n", what, *of ? " " : "", of, why);
  abort();
}

static void require(int holds, const char *what) {
  if (!holds) fail(what, "", "no such store, slot or part of one");
}

static const char *folder(void) {
  const char *stated = getenv("CKPTOPT_STORE_DIR");
  if (!stated || !*stated) stated = getenv("TMPDIR");
  return stated && *stated ? stated : "/tmp";
}

/* Reserves the first `size` bytes of a file on the disk; returns an error number, or 0. */
static int reserve(int file, int64_t size) {
#ifdef __APPLE__
  fstore_t wanted = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, size, 0};
  if (fcntl(file, F_PREALLOCATE, &wanted) == -1 || ftruncate(file, size) == -1) return errno;
  return 0;
#else
  int failed;
  do failed = posix_fallocate(file, 0, size);
  while (failed == EINTR);
  return failed;
#endif
}

static char *map_file(int64_t size) {
  static const char name[] = "/ckptopt-XXXXXX";
  const char *where = folder();
  char *path = malloc(strlen(where) + sizeof name);
  void *data;
  int file, failed;
  if (!path) fail("open a file in", where, strerror(errno));
  strcat(strcpy(path, where), name);
  if ((file = mkstemp(path)) == -1) fail("create a file in", where, strerror(errno));
  if (unlink(path) == -1) fail("unlink", path, strerror(errno));
  free(path);
  if ((failed = reserve(file, size))) {
    char what[64];
    snprintf(what, sizeof what, "reserve %lld bytes in", (long long)size);
    fail(what, where, strerror(failed));
  }
  data = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (data == MAP_FAILED) fail("map a file in", where, strerror(errno));
  close(file); /* the mapping keeps the file */
  return data;
}

int64_t ckptopt_store_open(int64_t slots, int64_t bytes) {
  Store *s = calloc(1, sizeof *s);
  if (!s) fail("open a store", "", strerror(errno));
  s->page = sysconf(_SC_PAGESIZE);
  if (slots < 0 || bytes < 0 || bytes > INT64_MAX - s->page)
    fail("open a store", "", "its size is negative or too large");
  s->slots = slots;
  s->bytes = bytes;
  s->stride = (bytes + s->page - 1) / s->page * s->page;
  if (s->stride && slots > INT64_MAX / s->stride) fail("open a store", "", strerror(EFBIG));
  if (s->stride && slots) s->data = map_file(slots * s->stride);
  return (int64_t)(intptr_t)s;
}

/* The part of a slot, of an open store. */
static char *part(Store *s, int64_t slot, int64_t offset, int64_t size, const char *what) {
  require(s && slot >= 0 && slot < s->slots, what);
  require(offset >= 0 && size >= 0 && offset <= s->bytes && size <= s->bytes - offset, what);
  return s->data + slot * s->stride + offset;
}

/* Lets go of the pages of a part that was used: they stay in the file, not in this process. */
static void release(const Store *s, char *data, int64_t size) {
  int64_t before = (data - s->data) % s->page;
  if (madvise(data - before, (size_t)(size + before), MADV_DONTNEED) == -1)
    fail("release pages", "", strerror(errno));
}

void ckptopt_store_write(int64_t store, int64_t slot, int64_t offset, const void *data, int64_t size) {
  Store *s = (Store *)(intptr_t)store;
  char *to = part(s, slot, offset, size, "write");
  if (!size) return;
  memcpy(to, data, (size_t)size);
  release(s, to, size);
  s->written += size;
  s->unsynced = 1;
}

void ckptopt_store_read(int64_t store, int64_t slot, int64_t offset, void *data, int64_t size) {
  Store *s = (Store *)(intptr_t)store;
  char *from = part(s, slot, offset, size, "read");
  if (!size) return;
  /* A page that could not be written to the disk may be lost; this is where the system says so. */
  if (s->unsynced && msync(s->data, (size_t)(s->slots * s->stride), MS_SYNC) == -1)
    fail("write to the disk", "", strerror(errno));
  s->unsynced = 0;
  memcpy(data, from, (size_t)size);
  release(s, from, size);
  s->read += size;
}

void ckptopt_store_close(int64_t store) {
  Store *s = (Store *)(intptr_t)store;
  const char *verbose = getenv("CKPTOPT_STORE_VERBOSE");
  require(s != NULL, "close");
  if (verbose && atoi(verbose))
    fprintf(stderr, "checkpoint store: %lld slots of %lld bytes, %lld bytes written, %lld read\n",
            (long long)s->slots, (long long)s->bytes, (long long)s->written, (long long)s->read);
  if (s->data && munmap(s->data, (size_t)(s->slots * s->stride)) == -1)
    fail("close", "", strerror(errno));
  free(s);
}
