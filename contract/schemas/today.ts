import { Type, type Static } from 'typebox';
import { FILLED_JOBS_MAX, ID_MAX, MESSAGE_EXCERPT } from '../constants/limits';
import { NEED_KINDS } from '../rules/need';
import { Id, Instant, Nullable, OneOf } from './common';

/** What the employer has to do about an application, and when it is due. `snoozedUntil` may have passed. */
export const Need = Type.Object({
  kind: OneOf(NEED_KINDS),
  at: Instant,
  snoozedUntil: Nullable(Instant),
  /** Only with `answer`: the number of the newest message, which `settle` takes. */
  number: Type.Optional(Type.Integer({ minimum: 1 })),
  /**
   * Only with `answer`: the beginning of the worker's newest text. Missing if a place is newer, and from servers of the
   * previous release.
   */
  body: Type.Optional(Type.String({ maxLength: MESSAGE_EXCERPT })),
});
export type Need = Static<typeof Need>;

export const NeedsQuery = Type.Object({ jobId: Type.Optional(Id), branchId: Type.Optional(Id) });
export type NeedsQuery = Static<typeof NeedsQuery>;

const Count = Type.Integer({ minimum: 0 });

/**
 * An active job with as many accepted offers as the employer wanted. `waiting` is the number of applications that
 * closing the job would answer.
 */
export const FilledJob = Type.Object({
  id: Id,
  title: Type.String(),
  companyName: Type.String(),
  hired: Count,
  hiresWanted: Count,
  waiting: Count,
});
export type FilledJob = Static<typeof FilledJob>;

/**
 * `now` counts the needs that are due, `coming` those that are snoozed or not due yet. `counts` gives each kind without
 * its lapsed needs, so its sum is `now` + `coming`. Only `decide` and `invite` lapse.
 */
export const NeedsPayload = Type.Object({
  now: Count,
  counts: Type.Object({
    attendance: Count,
    answer: Count,
    outcome: Count,
    first_day: Count,
    rebook: Count,
    decide: Count,
    invite: Count,
    offer: Count,
  }),
  coming: Count,
  lapsed: Type.Object({ decide: Count, invite: Count }),
  /** Servers of the previous release do not send it. */
  filled: Type.Optional(Type.Array(FilledJob, { maxItems: FILLED_JOBS_MAX })),
});
export type NeedsPayload = Static<typeof NeedsPayload>;

/**
 * `number` is the newest message that the user saw. Newer messages of the worker still wait for an answer. With 0 all
 * messages since the employer's last one wait again.
 */
export const SettleBody = Type.Object({
  kind: Type.Literal('answer'),
  number: Type.Integer({ minimum: 0, maximum: ID_MAX }),
});

/** A time in the next 7 days; null ends the snooze. */
export const SnoozeBody = Type.Object({ until: Nullable(Instant) });
