import { Type, type Static } from 'typebox';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
} from '../constants/options';
import { APPLICATION_STATUSES, APPOINTMENT_STATUSES, JOB_STATUSES } from '../constants/statuses';
import {
  FILTER_AGE_MAX,
  FILTER_AGE_MIN,
  FILTER_DISTANCE_MAX,
  FILTER_DISTANCE_MIN,
  PAGE_LIMIT_MAX,
  PAGE_MAX,
  SEARCH_MAX,
} from '../constants/limits';
import { BooleanQuery, CommaListOf, Day, Id, Instant, IntegerOf, Nullable, OneOf } from './common';

/** The list's parameters and its filters, API contract section 6. `before` replaces `page`. */
export const ApplicationSearchQuery = Type.Object({
  status: Type.Optional(CommaListOf(APPLICATION_STATUSES)),
  op: Type.Optional(Type.Literal('must_not')),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_LIMIT_MAX })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  before: Type.Optional(Id),
  jobId: Type.Optional(Id),
  branchId: Type.Optional(Id),
  isShortlisted: Type.Optional(BooleanQuery),
  createdAt: Type.Optional(Day),
  q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  gender: Type.Optional(OneOf(GENDERS)),
  military: Type.Optional(IntegerOf(MILITARY_STATUSES)),
  ageMin: Type.Optional(Type.Integer({ minimum: FILTER_AGE_MIN, maximum: FILTER_AGE_MAX })),
  ageMax: Type.Optional(Type.Integer({ minimum: FILTER_AGE_MIN, maximum: FILTER_AGE_MAX })),
  distanceMax: Type.Optional(Type.Integer({ minimum: FILTER_DISTANCE_MIN, maximum: FILTER_DISTANCE_MAX })),
  experienceMin: Type.Optional(IntegerOf(EXPERIENCE_MONTHS)),
  education: Type.Optional(OneOf(EDUCATION_STATUSES)),
  english: Type.Optional(IntegerOf(ENGLISH_LEVELS)),
  came: Type.Optional(BooleanQuery),
  positive: Type.Optional(BooleanQuery),
  offerSent: Type.Optional(BooleanQuery),
  offerAccepted: Type.Optional(BooleanQuery),
});
export type ApplicationSearchQuery = Static<typeof ApplicationSearchQuery>;

/** `key` is the duration in months, `value` its text in the worker's words. */
export const Experience = Type.Object({
  id: Id,
  companyName: Type.String(),
  position: Type.String(),
  duration: Type.Object({ key: Type.Integer({ minimum: 0 }), value: Type.String() }),
  startDate: Nullable(Day),
  endDate: Nullable(Day),
});
export type Experience = Static<typeof Experience>;

const Answer = Nullable(Type.Boolean());

/** An application as the list shows it: spec 1, "Application (list view)". */
export const ApplicationRow = Type.Object({
  id: Id,
  createdAt: Instant,
  status: OneOf(APPLICATION_STATUSES),
  isSeen: Type.Boolean(),
  isShortListed: Type.Boolean(),
  isShortListedByAnother: Type.Boolean(),
  matchScore: Type.Number({ minimum: 0, maximum: 1 }),
  unreadWorkerMessageCount: Type.Integer({ minimum: 0 }),
  job: Type.Object({ id: Id, title: Type.String(), status: OneOf(JOB_STATUSES), userId: Id }),
  appointment: Nullable(Type.Object({ id: Id, status: Type.Object({ name: OneOf(APPOINTMENT_STATUSES) }) })),
  isApplicantCameToAppointment: Answer,
  isAppointmentPositive: Answer,
  isOfferSentToApplicant: Answer,
  isApplicantAcceptTheOffer: Answer,
  user: Type.Object({
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    birthDate: Nullable(Day),
    gender: Nullable(OneOf(GENDERS)),
    military: Nullable(OneOf(MILITARY_STATUSES)),
    english: Nullable(OneOf(ENGLISH_LEVELS)),
    education: Nullable(OneOf(EDUCATION_STATUSES)),
    experiences: Type.Array(Experience),
    experienceMonth: Type.Integer({ minimum: 0 }),
    location: Nullable(Type.Object({ name: Type.String() })),
    /** As shown: `"12.3 KM"`. */
    distance: Nullable(Type.String()),
    /** Whole kilometres, rounded. */
    distanceInt: Nullable(Type.Integer({ minimum: 0 })),
    imageUrl: Nullable(Type.String()),
  }),
});
export type ApplicationRow = Static<typeof ApplicationRow>;
export const ApplicationRows = Type.Array(ApplicationRow);

export const ShortlistBody = Type.Object({ isShortlisted: Type.Boolean() });
export type ShortlistBody = Static<typeof ShortlistBody>;

/** What a change of one application answers: the row as it stands now. */
export const ApplicationPayload = Type.Object({ application: ApplicationRow });
