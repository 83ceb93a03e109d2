import { Type, type Static } from 'typebox';
import { HISTORY_ACTIONS, HISTORY_ACTORS } from '../constants/history';
import { APPOINTMENT_STATUSES } from '../constants/statuses';
import { Id, Instant, Nullable, OneOf, WallTime } from './common';

/** One line of an application's history, out of the audit log; the name stays when the account is gone. */
export const HistoryEntry = Type.Object({
  id: Id,
  at: Instant,
  actor: OneOf(HISTORY_ACTORS),
  /** Who did it, where that was a person; the applicant's own name is the application's. */
  actorName: Nullable(Type.String()),
  action: OneOf(HISTORY_ACTIONS),
  details: Type.Object({
    /** `application.arrived`: at or over the threshold of the job. */
    isShortlisted: Type.Optional(Type.Boolean()),
    /** `application.cv_mailed`: the address. */
    to: Type.Optional(Type.String()),
    /** `appointment.status`. */
    status: Type.Optional(OneOf(APPOINTMENT_STATUSES)),
    /** `appointment.created` and `.reset`. */
    startAt: Type.Optional(WallTime),
    /** `application.feedback`: the answers that were given then. */
    isApplicantCameToAppointment: Type.Optional(Nullable(Type.Boolean())),
    isAppointmentPositive: Type.Optional(Nullable(Type.Boolean())),
    isOfferSentToApplicant: Type.Optional(Nullable(Type.Boolean())),
    isApplicantAcceptTheOffer: Type.Optional(Nullable(Type.Boolean())),
  }),
});
export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntries = Type.Array(HistoryEntry);
/** Entries older than the one of this id. */
export const HistoryQuery = Type.Object({ before: Type.Optional(Id) });
