import { Type, type Static } from 'typebox';
import { ATTENDANCES } from '../constants/attendance';
import { HISTORY_ACTIONS, HISTORY_ACTORS } from '../constants/history';
import { APPOINTMENT_STATUSES } from '../constants/statuses';
import { Id, Instant, Nullable, OneOf, WallTime } from './common';

/** An entry of an application's history, from the audit log. The name stays after its account is deleted. */
export const HistoryEntry = Type.Object({
  id: Id,
  at: Instant,
  actor: OneOf(HISTORY_ACTORS),
  /** The name of the acting user. Null for other actors: the applicant's name is in the application. */
  actorName: Nullable(Type.String()),
  /** The id of that user. Servers of the previous release do not send it. */
  actorId: Type.Optional(Nullable(Id)),
  action: OneOf(HISTORY_ACTIONS),
  details: Type.Object({
    /** In `application.arrived`: true when the match score reached the job's threshold. */
    isShortlisted: Type.Optional(Type.Boolean()),
    /** In `application.cv_mailed`: the email address. */
    to: Type.Optional(Type.String()),
    /** In `appointment.status`. */
    status: Type.Optional(OneOf(APPOINTMENT_STATUSES)),
    /** In `appointment.moved`: the start before, unless only the place changed. */
    previousStartAt: Type.Optional(WallTime),
    /**
     * In `appointment.created`, `appointment.moved`, `appointment.reset`, `application.first_day_set` and
     * `application.first_day_changed`.
     */
    startAt: Type.Optional(WallTime),
    /** In `appointment.attendance`; `minutes` only for an applicant who will be late. */
    answer: Type.Optional(OneOf(ATTENDANCES)),
    minutes: Type.Optional(Type.Integer()),
    /** In `appointment.created`: the missed appointment that this one follows. */
    rebookOf: Type.Optional(Id),
    /** In `application.feedback`: the answers of that change. In `appointment.feedback_removed`: the removed one. */
    isApplicantCameToAppointment: Type.Optional(Nullable(Type.Boolean())),
    isAppointmentPositive: Type.Optional(Nullable(Type.Boolean())),
    isOfferSentToApplicant: Type.Optional(Nullable(Type.Boolean())),
    isApplicantAcceptTheOffer: Type.Optional(Nullable(Type.Boolean())),
    /** In `application.first_day_recorded`; null when the record was removed. */
    started: Type.Optional(Nullable(Type.Boolean())),
    /** In `appointment.feedback_removed`: the reason, if the user gave one. */
    correctionReason: Type.Optional(Type.String()),
  }),
});
export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntries = Type.Array(HistoryEntry);
/** Returns only entries older than this id. */
export const HistoryQuery = Type.Object({ before: Type.Optional(Id) });
