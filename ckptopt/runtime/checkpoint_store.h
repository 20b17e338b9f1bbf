/* Stores of snapshots outside memory: what a gradient with `storage=file`, or
 * `enzyme.checkpoint_storage = "file"` on a loop, calls.
 *
 * Whoever links the gradient defines these four functions: checkpoint_store.c does, with a file per
 * store, and so may you. A function that cannot do its work must not return: a gradient goes on as
 * if it had worked.
 *
 * A store has `slots` slots of `bytes` bytes. A gradient writes a slot in parts, from its start to its
 * end without gaps, and reads it in the same parts, in the same order; it may write a slot again, and
 * read it any number of times. Each run of a checkpointed loop opens a store in its forward sweep and
 * closes it in its reverse sweep, so a loop in a loop may have many stores open at a time. Threads of
 * a parallel loop open stores of their own: two threads never use one store at the same time.
 *
 * In MLIR all arguments are of type `index`, which is 64 bits wide and passed as a pointer is.
 */
#ifndef CKPTOPT_CHECKPOINT_STORE_H
#define CKPTOPT_CHECKPOINT_STORE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a store, and returns its handle, any number. `slots` and `bytes` may be 0. */
int64_t ckptopt_store_open(int64_t slots, int64_t bytes);

/* Copies `size` bytes from `data` to a slot, `offset` bytes from its start. */
void ckptopt_store_write(int64_t store, int64_t slot, int64_t offset, const void *data, int64_t size);

/* Copies `size` bytes to `data` from a slot, `offset` bytes from its start, where they were written. */
void ckptopt_store_read(int64_t store, int64_t slot, int64_t offset, void *data, int64_t size);

/* Closes a store, which nobody uses any more; nothing is left of it. */
void ckptopt_store_close(int64_t store);

#ifdef __cplusplus
}
#endif

#endif
