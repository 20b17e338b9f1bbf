/* The schedules of checkpoint_schedule.h.
 *
 * The slots are a stack. All modes are the same machine; they differ in how far to run before the next
 * snapshot (`next_stop`). With ENZYME_CKPT_VERBOSE=1 in the environment a schedule prints at its end
 * what it did, with 2 each action as well.
 */
#include "checkpoint_schedule.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int64_t mode, steps, slots, segment; /* the schedule */
  int64_t left, at;                    /* steps not reversed yet; the state's step, -1 if spent */
  int64_t live, *saved;                /* slots in use, and the steps that they hold */
  int32_t flag;                        /* the present action, and its numbers */
  int64_t start, iteration, slot;
  int64_t forward, taped; /* steps run so far */
  int verbose;
} Schedule;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t root(int64_t n) {
  int64_t r = 0;
  while ((r + 1) <= n / (r + 1)) ++r;
  return r;
}

/* How far to run with `steps` to go and `slots` free, that of the present state among them: the largest
 * distance that re-runs the fewest steps. With beta(s, t) = (s + t)! / (s! t!) and t the least for which
 * beta(slots, t) >= steps, it is min(beta(s, t - 1), steps - beta(s - 1, t - 1), steps - 1).
 * Griewank and Walther, Algorithm 799: Revolve (2000). */
static int64_t split(int64_t steps, int64_t slots) {
  int64_t t = 0, before = 0, beta = 1;
  if (steps <= 1 || slots <= 1) return steps;
  while (beta < steps) {
    ++t;
    before = beta;
    beta = (int64_t)((__int128)beta * (slots + t) / t);
  }
  int64_t finer = (int64_t)((__int128)before * slots / (slots + t - 1));
  return most(1, least(before, least(steps - finer, steps - 1)));
}

/* The step to save next, on the way from `at` to the step `last`, which is reversed next. */
static int64_t next_stop(const Schedule *s, int64_t last) {
  int64_t segment_end = (s->at / s->segment + 1) * s->segment;
  switch (s->mode) {
  case CKPT_MODE_NONE:
    return last;
  case CKPT_MODE_STORE_ALL:
    return s->at + 1;
  case CKPT_MODE_PERIODIC:
    return segment_end <= last ? segment_end : s->at + 1;
  default:
    return least(last, s->at + split(s->left - s->at, s->slots - s->live + 1));
  }
}

static int64_t slots_of(const Schedule *s, int64_t budget) {
  switch (s->mode) {
  case CKPT_MODE_NONE:
    return 1;
  case CKPT_MODE_STORE_ALL:
    return most(1, s->steps - 1);
  case CKPT_MODE_PERIODIC:
    return most(1, (s->steps + s->segment - 1) / s->segment + s->segment - 1);
  default:
    return most(1, least(budget > 0 ? budget : most(2, root(s->steps)), s->steps));
  }
}

void *__enzyme_ckpt_schedule_begin(int64_t mode, int64_t budget, int64_t nsteps) {
  Schedule *s = calloc(1, sizeof *s);
  const char *verbose = getenv("ENZYME_CKPT_VERBOSE");
  if (!s) return NULL;
  s->mode = mode;
  s->steps = s->left = most(0, nsteps);
  s->segment = most(1, budget > 0 ? s->steps / budget + (s->steps % budget != 0) : root(s->steps));
  s->slots = slots_of(s, budget);
  s->saved = malloc(sizeof *s->saved * (size_t)s->slots);
  s->verbose = verbose ? atoi(verbose) : 0;
  if (!s->saved || mode < CKPT_MODE_NONE || mode > CKPT_MODE_BINOMIAL) s->flag = CKPT_ERROR;
  return s;
}

static int32_t decide(Schedule *s) {
  int64_t last = s->left - 1;
  if (s->flag == CKPT_ERROR) return CKPT_ERROR;
  if (s->left == 0) return CKPT_DONE;
  if (s->at < 0) {
    s->slot = s->live - 1;
    s->at = s->saved[s->slot];
    return CKPT_RESTORE;
  }
  if (s->at == last) {
    s->iteration = s->left--;
    s->at = -1;
    if (s->live && s->saved[s->live - 1] == last) --s->live;
    ++s->taped;
    return s->iteration == s->steps ? CKPT_FIRST_UTURN : CKPT_UTURN;
  }
  if (s->live < s->slots && (s->live == 0 || s->saved[s->live - 1] != s->at)) {
    s->slot = s->live;
    s->saved[s->live++] = s->at;
    return CKPT_STORE;
  }
  s->start = s->at;
  s->iteration = s->at = next_stop(s, last);
  s->forward += s->iteration - s->start;
  return CKPT_FORWARD;
}

int32_t __enzyme_ckpt_schedule_next(void *schedule) {
  Schedule *s = schedule;
  if (!s) return CKPT_ERROR;
  s->flag = decide(s);
  if (s->verbose > 1)
    fprintf(stderr, "enzyme checkpoint: flag %d, start %lld, iteration %lld, slot %lld\n", (int)s->flag,
            (long long)s->start, (long long)s->iteration, (long long)s->slot);
  return s->flag;
}

int32_t __enzyme_ckpt_schedule_flag(void *schedule) {
  return schedule ? ((Schedule *)schedule)->flag : CKPT_ERROR;
}

int64_t __enzyme_ckpt_schedule_iteration(void *schedule) { return ((Schedule *)schedule)->iteration; }
int64_t __enzyme_ckpt_schedule_start(void *schedule) { return ((Schedule *)schedule)->start; }
int64_t __enzyme_ckpt_schedule_slot(void *schedule) { return ((Schedule *)schedule)->slot; }

int64_t __enzyme_ckpt_schedule_slots(void *schedule) {
  return schedule ? ((Schedule *)schedule)->slots : 0;
}

void __enzyme_ckpt_schedule_end(void *schedule) {
  Schedule *s = schedule;
  if (!s) return;
  if (s->verbose)
    fprintf(stderr, "enzyme checkpoint: %lld forward steps, %lld taped steps, %lld slots\n",
            (long long)s->forward, (long long)s->taped, (long long)s->slots);
  free(s->saved);
  free(s);
}
