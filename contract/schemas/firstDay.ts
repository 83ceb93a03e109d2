import { Type, type Static } from 'typebox';
import { FIRST_DAY_ASK_FOR_MAX, FIRST_DAY_BRING_MAX, FIRST_DAY_PLACE_MAX } from '../constants/attendance';
import { Instant, Nullable, WallTime } from './common';

/** The first day at work of somebody who accepted an offer. `startsAt` is a wall time in the marketplace's zone. */
export const FirstDay = Type.Object({
  startsAt: WallTime,
  place: Nullable(Type.String()),
  /** Whom to ask for. */
  askFor: Nullable(Type.String()),
  bring: Nullable(Type.String()),
  /** When the worker confirmed it. */
  confirmedAt: Nullable(Instant),
  /** Whether the worker started; null until it is recorded. */
  started: Nullable(Type.Boolean()),
  recordedAt: Nullable(Instant),
});
export type FirstDay = Static<typeof FirstDay>;

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));

export const FirstDayBody = Type.Object({
  startsAt: WallTime,
  place: Text(FIRST_DAY_PLACE_MAX),
  askFor: Text(FIRST_DAY_ASK_FOR_MAX),
  bring: Text(FIRST_DAY_BRING_MAX),
});
export type FirstDayBody = Static<typeof FirstDayBody>;

/** Null removes the record, within 15 minutes. */
export const FirstDayOutcomeBody = Type.Object({ started: Nullable(Type.Boolean()) });
