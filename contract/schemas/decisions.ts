import { Type, type Static } from 'typebox';
import { VISIBLE } from '../constants/cleanText';
import { DECLINE_NOTE_MAX, DECLINE_NOTE_MIN, DECLINE_REASONS, REACHES, DECISION_NOTICES } from '../constants/decisions';
import { Instant, Nullable, OneOf } from './common';

/**
 * Why and when the organisation declined an application. `by` is the name of the account. `tellAt` is when the
 * applicant is notified, null for never. `toldAt` and `toldBy` are null until then; without a channel `toldBy` is `none`
 * from the start.
 */
export const Decision = Type.Object({
  at: Instant,
  by: Type.String(),
  reason: Nullable(OneOf(DECLINE_REASONS)),
  note: Nullable(Type.String()),
  tellAt: Nullable(Instant),
  toldAt: Nullable(Instant),
  /** Servers of the previous release do not send it. */
  toldBy: Type.Optional(Nullable(OneOf(REACHES))),
});
export type Decision = Static<typeof Decision>;

/** The reason `other` needs a note; `tell: 'never'` needs the reason `duplicate` or `spam`. */
export const declineOptions = {
  reason: Type.Optional(Nullable(OneOf(DECLINE_REASONS))),
  note: Type.Optional(
    Nullable(Type.String({ minLength: DECLINE_NOTE_MIN, maxLength: DECLINE_NOTE_MAX, pattern: VISIBLE })),
  ),
  tell: Type.Optional(OneOf(DECISION_NOTICES)),
  /** Message templates do not exist yet, so only null is valid. */
  templateId: Type.Optional(Type.Null()),
};

/**
 * `cancelAppointment` also cancels an open appointment, of which the applicant is notified at once. With `isNew` the
 * call fails instead of changing an earlier decision, which the user may not have seen.
 */
export const DeclineBody = Type.Object({
  ...declineOptions,
  cancelAppointment: Type.Optional(Type.Boolean()),
  isNew: Type.Optional(Type.Literal(true)),
});
export type DeclineBody = Static<typeof DeclineBody>;
