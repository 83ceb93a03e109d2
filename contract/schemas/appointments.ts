import { Type, type Static } from 'typebox';
import { ATTENDANCES, LATE_MINUTES, REMINDER_KINDS } from '../constants/attendance';
import { FEEDBACK_FIELDS } from '../rules/feedback';
import { ANSWER_DELIVERIES } from '../rules/feedbackRemoval';
import {
  APPOINTMENT_STATUSES,
  APPOINTMENT_STATUS_GROUPS,
  APPOINTMENT_STATUS_INPUTS,
  WORKER_FEEDBACKS,
} from '../constants/statuses';
import { ADDRESS_MAX, COMMENT_MAX, PAGE_LIMIT_MAX } from '../constants/limits';
import { CommaListOf, FilledText, Id, Instant, IntegerOf, Nullable, OneOf, WallTime, paging } from './common';

export const AppointmentListQuery = Type.Object({
  ...paging(0),
  withFeedback: Type.Optional(Type.Boolean()),
  withStatusLog: Type.Optional(Type.Boolean()),
  statusGroup: Type.Optional(CommaListOf(Object.keys(APPOINTMENT_STATUS_GROUPS))),
  jobId: Type.Optional(Id),
  branchId: Type.Optional(Id),
});
export type AppointmentListQuery = Static<typeof AppointmentListQuery>;

const answerIdentity = { field: OneOf(FEEDBACK_FIELDS), recordedAt: Instant };

/** The last answer of the feedback chain, which `DELETE /appointment/:id/feedback` removes. */
const LastAnswer = Type.Object({
  ...answerIdentity,
  /** The name of the account that recorded it. */
  actorName: Nullable(Type.String()),
  delivery: OneOf(ANSWER_DELIVERIES),
  /** When a text message about it will be sent. Servers of the previous release do not send it. */
  tellAt: Type.Optional(Nullable(Instant)),
  /** True when a text message should have told the worker, but could not be sent, or not without a channel. */
  notTold: Type.Optional(Type.Boolean()),
  /**
   * With another delivery than none: whether the worker would get a notice of its removal. Servers of the previous
   * release do not send it.
   */
  isRemovalTold: Type.Optional(Type.Boolean()),
});
export type LastAnswer = Static<typeof LastAnswer>;

/** What the worker answered about an appointment. */
const AttendanceAnswer = Type.Object({
  answer: OneOf(ATTENDANCES),
  /** By how many minutes the worker will be late; null for other answers. */
  minutes: Nullable(IntegerOf(LATE_MINUTES)),
  at: Instant,
  /** True once the employer has written after a request for another time; false for other answers. */
  hasReply: Type.Boolean(),
});

/** A reminder: when it is due, and when it was sent or why not. */
const Reminder = Type.Object({
  kind: OneOf(REMINDER_KINDS),
  dueAt: Instant,
  sentAt: Nullable(Instant),
  skipped: Nullable(Type.String()),
});

/** An appointment. `appointmentAt` is UTC, `startAt` and `endAt` are wall times in the marketplace's zone. */
export const Appointment = Type.Object({
  id: Id,
  applicationId: Id,
  appointmentAt: Instant,
  startAt: WallTime,
  endAt: WallTime,
  location: Type.Object({ latitude: Type.Number(), longitude: Type.Number() }),
  address: Nullable(Type.String()),
  workerId: Id,
  companyId: Id,
  jobId: Id,
  /** `companyName` is the owner's: a branch's or a company's. */
  job: Type.Object({ title: Type.String(), companyName: Type.String() }),
  status: Type.Object({ name: OneOf(APPOINTMENT_STATUSES) }),
  user: Type.Object({
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    imageUrl: Nullable(Type.String()),
    /** With the country code. */
    phone: Nullable(Type.String()),
    /** Present for somebody whose data were erased. */
    isErased: Type.Optional(Type.Literal(true)),
  }),
  /** The worker withdrew the application before answering the invitation. Servers of the previous release do not send it. */
  isWithdrawn: Type.Optional(Type.Boolean()),
  attendance: Nullable(AttendanceAnswer),
  /** The missed appointment that this one follows. */
  rebookOf: Nullable(Id),
  /** The start before the last change of the time. Servers of the previous release do not send it. */
  movedFrom: Type.Optional(Nullable(WallTime)),
  /**
   * Only in responses with a single appointment: whether the worker knows of it, so that a cancellation is told. Servers
   * of the previous release do not send it.
   */
  isKnown: Type.Optional(Type.Boolean()),
  /**
   * Only in responses with a single invitation to a worker whom only text messages reach: when the one about it leaves,
   * while it waits, or null when none could be sent. Servers of the previous release do not send it.
   */
  textAt: Type.Optional(Nullable(Instant)),
  /** The application is in progress and this is its newest appointment. */
  isCurrent: Type.Boolean(),
  isApplicantCameToAppointment: Nullable(Type.Boolean()),
  isAppointmentPositive: Nullable(Type.Boolean()),
  isOfferSentToApplicant: Nullable(Type.Boolean()),
  isApplicantAcceptTheOffer: Nullable(Type.Boolean()),
  appointmentComment: Nullable(Type.String()),
  /** Only with `withFeedback`. */
  feedback: Type.Optional(Nullable(Type.Object({ feedback: OneOf(WORKER_FEEDBACKS), text: Type.String() }))),
  /** Only with `withStatusLog`, oldest first. */
  statusLog: Type.Optional(
    Type.Array(
      Type.Object({
        status: OneOf(APPOINTMENT_STATUSES),
        at: Instant,
        by: OneOf(['employer', 'worker', 'clock']),
      }),
    ),
  ),
  /** Only in responses with a single appointment. Null when nothing is recorded or its time is unknown. */
  lastAnswer: Type.Optional(Nullable(LastAnswer)),
  /** Only in responses with a single appointment, soonest first. */
  reminders: Type.Optional(Type.Array(Reminder)),
});
export type Appointment = Static<typeof Appointment>;
export const Appointments = Type.Array(Appointment);

const PLACE = {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  address: Type.Optional(Nullable(Type.String({ maxLength: ADDRESS_MAX }))),
};

/** The server ignores `endAt`: an appointment lasts an hour. */
export const AppointmentBody = Type.Object({
  startAt: WallTime,
  endAt: Type.Optional(WallTime),
  ...PLACE,
  workerId: Id,
  companyId: Id,
  applicationId: Id,
  /** The applicant's missed appointment, which allows a second invitation. */
  rebookOf: Type.Optional(Id),
});
export type AppointmentBody = Static<typeof AppointmentBody>;
/**
 * A new time. Without `place` the place stays. `from` is the start that the user saw, so that a late repeat cannot undo
 * a later change.
 */
export const AppointmentTimeBody = Type.Object({
  startAt: WallTime,
  from: Type.Optional(WallTime),
  place: Type.Optional(Type.Object(PLACE)),
});
export type AppointmentTimeBody = Static<typeof AppointmentTimeBody>;

export const AppointmentPayload = Type.Object({ appointment: Appointment });

export const AppointmentStatusBody = Type.Object({ status: OneOf(APPOINTMENT_STATUS_INPUTS) });
/** Null after a reset to `none`. */
export const AppointmentChangePayload = Type.Object({ appointment: Nullable(Appointment) });

export const AppointmentFeedbackBody = Type.Object({
  appointmentId: Id,
  feedback: OneOf(WORKER_FEEDBACKS),
  text: Type.String({ maxLength: COMMENT_MAX }),
});
export type AppointmentFeedbackBody = Static<typeof AppointmentFeedbackBody>;

/**
 * `reason`: why a recorded answer is removed, for the audit log. `expected` is the `lastAnswer` that the user saw, so
 * that a repeat cannot remove a second answer.
 */
export const FeedbackRemovalBody = Type.Object({
  reason: Type.Optional(FilledText(COMMENT_MAX)),
  expected: Type.Optional(Type.Object(answerIdentity)),
});
export type FeedbackRemovalBody = Static<typeof FeedbackRemovalBody>;

export const JobAppointmentsQuery = Type.Object({
  startFrom: Type.Optional(WallTime),
  withFeedback: Type.Optional(Type.Boolean()),
  withStatusLog: Type.Optional(Type.Boolean()),
});
export type JobAppointmentsQuery = Static<typeof JobAppointmentsQuery>;

const LIST_OPTIONS = {
  startedFrom: Type.Optional(WallTime),
  withFeedback: Type.Optional(Type.Boolean()),
  withStatusLog: Type.Optional(Type.Boolean()),
  statusGroup: Type.Optional(CommaListOf(Object.keys(APPOINTMENT_STATUS_GROUPS))),
};
export const OneApplicationAppointmentsBody = Type.Object(LIST_OPTIONS);
export type OneApplicationAppointmentsBody = Static<typeof OneApplicationAppointmentsBody>;
export const ApplicationAppointmentsBody = Type.Object({
  applicationIds: Type.Array(Id, { maxItems: PAGE_LIMIT_MAX }),
  ...LIST_OPTIONS,
});

/** Without the feed's address, which only the response to its creation contains. */
export const CalendarFeedPayload = Type.Object({ feed: Nullable(Type.Object({ createdAt: Instant })) });
export const NewCalendarFeedPayload = Type.Object({ url: Type.String(), feed: Type.Object({ createdAt: Instant }) });
