import { Type, type Static } from 'typebox';
import { APPOINTMENT_STATUSES, APPOINTMENT_STATUS_GROUPS } from '../constants/statuses';
import { PAGE_LIMIT_MAX, PAGE_MAX } from '../constants/limits';
import { BooleanQuery, CommaListOf, Id, Instant, Nullable, OneOf, WallTime } from './common';

export const AppointmentListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_LIMIT_MAX })),
  withFeedback: Type.Optional(BooleanQuery),
  withStatusLog: Type.Optional(BooleanQuery),
  statusGroup: Type.Optional(CommaListOf(Object.keys(APPOINTMENT_STATUS_GROUPS))),
  jobId: Type.Optional(Id),
});
export type AppointmentListQuery = Static<typeof AppointmentListQuery>;

/** An appointment; `appointmentAt` is UTC, `startAt` and `endAt` are wall time in the marketplace's zone. */
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
  status: Type.Object({ name: OneOf(APPOINTMENT_STATUSES) }),
  user: Type.Object({
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    imageUrl: Nullable(Type.String()),
  }),
  isApplicantCameToAppointment: Nullable(Type.Boolean()),
  isAppointmentPositive: Nullable(Type.Boolean()),
  isOfferSentToApplicant: Nullable(Type.Boolean()),
  isApplicantAcceptTheOffer: Nullable(Type.Boolean()),
  appointmentComment: Nullable(Type.String()),
  /** Only with `withFeedback`. */
  feedback: Type.Optional(
    Nullable(Type.Object({ feedback: OneOf(['worker_came', 'worker_did_not_come']), text: Type.String() })),
  ),
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
});
export type Appointment = Static<typeof Appointment>;
export const Appointments = Type.Array(Appointment);
