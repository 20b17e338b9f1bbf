/* Checkpoint schedules at run time: what a gradient with `enzyme.checkpoint_runtime` calls.
 *
 * Whoever links the gradient defines these functions: checkpoint_schedule.c does, and so may you. The
 * interface is that of Enzyme's runtime schedules.
 *
 * A schedule is a sequence of actions on a loop of `nsteps` steps, which is in a state before some
 * step, at first before step 0. Between them the actions must run all steps but the last, then reverse
 * each step, last first:
 *
 *   CKPT_STORE         write the state to slot `slot`
 *   CKPT_RESTORE       go back to the state in slot `slot`; not before CKPT_FIRST_UTURN
 *   CKPT_FORWARD       run steps `start` ... `iteration` - 1; the state must be before step `start`
 *   CKPT_FIRST_UTURN   the state is before the last step: run and reverse that, `iteration` = `nsteps`
 *   CKPT_UTURN         run and reverse step `iteration` - 1, which the state must be before
 *   CKPT_DONE          all steps are reversed; with 0 steps, the first action
 *
 * A gradient stops the program (cf.assert) on any other action, one that does not fit, a slot that does
 * not exist or holds nothing, and an end before all steps are reversed.
 */
#ifndef CKPTOPT_CHECKPOINT_SCHEDULE_H
#define CKPTOPT_CHECKPOINT_SCHEDULE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  CKPT_NONE = 0,
  CKPT_STORE = 1,
  CKPT_RESTORE = 2,
  CKPT_FORWARD = 3,
  CKPT_FIRST_UTURN = 4,
  CKPT_UTURN = 5,
  CKPT_ERROR = 6,
  CKPT_DONE = 7
};

/* What a directive asks for: enzyme.checkpoint_scheme, or binomial_checkpointing, or neither. */
enum {
  CKPT_MODE_NONE = 0,      /* "none": the initial state alone, from which each step is reached */
  CKPT_MODE_PERIODIC = 1,  /* "periodic", "auto": `budget` segments, the last one the shorter one */
  CKPT_MODE_REVOLVE = 2,   /* "revolve": `budget` slots, the fewest evaluations */
  CKPT_MODE_STORE_ALL = 3, /* "store_all": the state before each step */
  CKPT_MODE_BINOMIAL = 4   /* "binomial": as revolve */
};

/* Begins a schedule; `budget` <= 0 stands for the default: segments of floor(sqrt(nsteps)) steps,
 * max(2, floor(sqrt(nsteps))) slots. Returns a handle, for the other functions. A gradient calls this
 * in its forward sweep, and `end` in its reverse sweep; loops in loops have many schedules at a time. */
void *__enzyme_ckpt_schedule_begin(int64_t mode, int64_t budget, int64_t nsteps);

/* Goes on to the next action, and returns it; `flag` returns it again. */
int32_t __enzyme_ckpt_schedule_next(void *schedule);
int32_t __enzyme_ckpt_schedule_flag(void *schedule);

/* The numbers of the present action, where it has them. */
int64_t __enzyme_ckpt_schedule_iteration(void *schedule);
int64_t __enzyme_ckpt_schedule_start(void *schedule);
int64_t __enzyme_ckpt_schedule_slot(void *schedule);

/* How many slots there are, from `begin` on; the gradient has room for these, and one more. */
int64_t __enzyme_ckpt_schedule_slots(void *schedule);

/* Frees the schedule. */
void __enzyme_ckpt_schedule_end(void *schedule);

#ifdef __cplusplus
}
#endif

#endif
