/* What a counting build of a program calls in place of malloc and free, and before counted ops. */

#include <stddef.h>
#include <stdlib.h>

enum { EVALUATIONS, COPIES, LIVE_BYTES, PEAK_BYTES };

long bench_counters[4];

void _mlir_ciface_bench_tick_0(void) { ++bench_counters[EVALUATIONS]; }
void _mlir_ciface_bench_tick_1(void) { ++bench_counters[COPIES]; }

/* A block is preceded by its size, with room to keep it aligned. */
enum { HEADER = 64 };

void *bench_malloc(size_t size) {
  size_t *block = aligned_alloc(64, (size + 2 * HEADER - 1) / HEADER * HEADER);
  *block = size;
  bench_counters[LIVE_BYTES] += (long)size;
  if (bench_counters[LIVE_BYTES] > bench_counters[PEAK_BYTES])
    bench_counters[PEAK_BYTES] = bench_counters[LIVE_BYTES];
  return (char *)block + HEADER;
}

void bench_free(void *data) {
  size_t *block = (size_t *)((char *)data - HEADER);
  bench_counters[LIVE_BYTES] -= (long)*block;
  free(block);
}
