import { Type, type Static } from 'typebox';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  GENDERS,
  MILITARY_STATUSES,
  UNIVERSITY_STATUSES,
  WORK_TIMES,
} from '../constants/options';
import { EMAIL_MAX, ID_MAX, MESSAGE_MAX, PAGE_LIMIT_MAX, SEARCH_MAX, TEXT_MAX } from '../constants/limits';
import { ATTENDANCE_TEXT_MAX, LATE_MINUTES, ATTENDANCES } from '../constants/attendance';
import { APPLICATION_STATUSES, APPOINTMENT_STATUSES } from '../constants/statuses';
import { Day, FilledText, Id, Instant, IntegerOf, LocationText, Named, Nullable, OneOf, paging } from './common';
import { FirstDay } from './firstDay';

export const GatewayJobsQuery = Type.Object({
  near: Type.Optional(LocationText),
  radiusKm: Type.Optional(Type.Number({ minimum: 1, maximum: 1000 })),
  q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  ...paging(1),
});
export type GatewayJobsQuery = Static<typeof GatewayJobsQuery>;

export const GatewayJob = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  companyName: Type.String(),
  position: Named,
  openedAt: Nullable(Instant),
  locations: Type.Array(Type.Object({ name: Type.String(), location: LocationText })),
  distanceKm: Nullable(Type.Number()),
});
export const GatewayJobs = Type.Array(GatewayJob);

/** The worker's id in the workers' product. */
export const ExternalId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._:-]+$' });

const Text = (max = TEXT_MAX) => Type.String({ maxLength: max });

/**
 * A worker's profile. A field that is left out stays unchanged, or unset on creation. A location without a name has that
 * of the nearest known place.
 */
export const WorkerBody = Type.Object({
  firstName: FilledText(TEXT_MAX),
  /** Left out for people who have one name. */
  lastName: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  email: Type.Optional(Nullable(Type.String({ format: 'email', maxLength: EMAIL_MAX }))),
  phone: Type.Optional(Nullable(Type.String({ pattern: '^\\d{10}$' }))),
  location: Type.Optional(Nullable(LocationText)),
  locationName: Type.Optional(Nullable(Text())),
  workTimePreferences: Type.Optional(Type.Array(OneOf(WORK_TIMES), { maxItems: 3 })),
  experiences: Type.Optional(
    Type.Array(
      Type.Object({
        companyName: Text(),
        position: Text(),
        positionId: Type.Optional(Id),
        durationMonths: Type.Integer({ minimum: 0, maximum: 960 }),
        startDate: Type.Optional(Nullable(Day)),
        endDate: Type.Optional(Nullable(Day)),
      }),
      { maxItems: 50 },
    ),
  ),
  gender: Type.Optional(Nullable(OneOf(GENDERS))),
  birthDate: Type.Optional(Nullable(Day)),
  disabledStatus: Type.Optional(Nullable(Text())),
  military: Type.Optional(Nullable(OneOf(MILITARY_STATUSES))),
  education: Type.Optional(Nullable(OneOf(EDUCATION_STATUSES))),
  university: Type.Optional(Nullable(Text())),
  universityStatus: Type.Optional(Nullable(OneOf(UNIVERSITY_STATUSES))),
  universityDepartment: Type.Optional(Nullable(Text())),
  english: Type.Optional(Nullable(OneOf(ENGLISH_LEVELS))),
  identityNumber: Type.Optional(Nullable(Type.String({ pattern: '^\\d{11}$' }))),
  certificates: Type.Optional(Type.Array(Text(), { maxItems: 50 })),
  drivingLicenses: Type.Optional(Type.Array(Text(10), { maxItems: 20 })),
  about: Type.Optional(Nullable(Text(2000))),
  expectedSalary: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 100_000_000 }))),
  workCategoryPreferences: Type.Optional(Type.Array(Text(), { maxItems: 50 })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
});
export type WorkerBody = Static<typeof WorkerBody>;

const GatewayWorker = Type.Object({
  id: Id,
  externalId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});
export const GatewayWorkerPayload = Type.Object({ worker: GatewayWorker });

export const GatewayApplication = Type.Object({
  id: Id,
  jobId: Id,
  workerId: Id,
  status: OneOf(APPLICATION_STATUSES),
  createdAt: Instant,
});
export const GatewayApplicationPayload = Type.Object({ application: GatewayApplication });

export const ApplyBody = Type.Object({ workerId: Id });
export const RejectBody = Type.Object({ workerId: Id, reason: Type.Optional(Text(1000)) });

export const GatewayThread = Type.Object({
  id: Id,
  companyName: Type.String(),
  nbUnreadMessage: Type.Integer({ minimum: 0 }),
  lastMessageAt: Nullable(Instant),
});
export const GatewayThreads = Type.Array(GatewayThread);

export const GatewayMessage = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  type: OneOf(['text', 'application', 'location', 'appointment', 'appointment_status']),
  sender: OneOf(['worker', 'employer', 'system']),
  body: Nullable(Type.String()),
  messagePayload: Type.Unknown(),
  date: Instant,
  /** The worker's link, with messages that carry one. Employers never see it. */
  workerLink: Type.Optional(Type.String()),
});
export type GatewayMessage = Static<typeof GatewayMessage>;
export const GatewayMessages = Type.Array(GatewayMessage);
export const GatewayMessagePayload = Type.Object({ message: GatewayMessage });

/** `after` is the last `number` that the client knows. */
export const GatewayMessagesQuery = Type.Object({
  workerId: Id,
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: ID_MAX })),
});

export const GatewaySendBody = Type.Object({
  workerId: Id,
  body: FilledText(MESSAGE_MAX),
  client_message_id: Type.String({ minLength: 1, maxLength: 64 }),
});
export type GatewaySendBody = Static<typeof GatewaySendBody>;

export const GatewayAppointmentBody = Type.Object({
  workerId: Id,
  status: OneOf(['active', 'rejected', 'applicant_cancelled']),
  /** The start that the worker saw. */
  startAt: Type.Optional(Instant),
});
export type GatewayAppointmentBody = Static<typeof GatewayAppointmentBody>;
export const GatewayAppointmentPayload = Type.Object({
  appointment: Type.Object({ id: Id, status: Type.Object({ name: OneOf(APPOINTMENT_STATUSES) }) }),
});

/** `minutes` is required with `late`, and only then. The text goes into the conversation. */
export const GatewayAttendanceBody = Type.Object({
  workerId: Id,
  answer: OneOf(ATTENDANCES),
  minutes: Type.Optional(IntegerOf(LATE_MINUTES)),
  text: Type.Optional(FilledText(ATTENDANCE_TEXT_MAX)),
});

export const GatewayConfirmBody = Type.Object({ workerId: Id });
export const GatewayFirstDayPayload = Type.Object({ firstDay: FirstDay });

export const GatewayEventsQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: ID_MAX })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX })),
});

/** `seq` rises without gaps in commit order: no later event gets a number below one that a client has read. */
export const GatewayEvent = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  type: OneOf(['application', 'application_status', 'shortlisted', 'message', 'appointment']),
  at: Instant,
  workerId: Id,
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type GatewayEvent = Static<typeof GatewayEvent>;
export const GatewayEvents = Type.Array(GatewayEvent);
