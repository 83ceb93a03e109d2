import { Type, type Static } from 'typebox';
import { REACHES } from '../constants/decisions';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  GENDERS,
  MILITARY_STATUSES,
  SCORE_FACTORS,
  UNIVERSITY_STATUSES,
  WORK_TIMES,
} from '../constants/options';
import { APPLICATION_STATUSES, APPOINTMENT_STATUSES, JOB_STATUSES, STAGES } from '../constants/statuses';
import { COMMENT_MAX } from '../constants/limits';
import { Appointment } from './appointments';
import { Day, FilledText, Id, Instant, Nullable, OneOf, Stage } from './common';
import { Decision } from './decisions';
import { ApplicationSource } from './publicPage';
import { FirstDay } from './firstDay';
import { Need } from './today';

/** `key` is the duration in months, `value` its text in the worker's words. */
export const Experience = Type.Object({
  id: Id,
  companyName: Type.String(),
  position: Type.String(),
  /**
   * Months. With `max` it is a range that the applicant chose, starting at `key`; null is a range without an upper end.
   * Servers of the previous release do not send `max`.
   */
  duration: Type.Object({
    key: Type.Integer({ minimum: 0 }),
    value: Type.String(),
    max: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  }),
  startDate: Nullable(Day),
  endDate: Nullable(Day),
});
export type Experience = Static<typeof Experience>;

const Answer = Nullable(Type.Boolean());
/** The four feedback answers; null: not given. */
const ANSWERS = {
  isApplicantCameToAppointment: Answer,
  isAppointmentPositive: Answer,
  isOfferSentToApplicant: Answer,
  isApplicantAcceptTheOffer: Answer,
};
const Count = Type.Integer({ minimum: 0 });

const ROW_USER = {
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  birthDate: Nullable(Day),
  gender: Nullable(OneOf(GENDERS)),
  military: Nullable(OneOf(MILITARY_STATUSES)),
  english: Nullable(OneOf(ENGLISH_LEVELS)),
  education: Nullable(OneOf(EDUCATION_STATUSES)),
  experiences: Type.Array(Experience),
  /** Null for somebody who came by a public page and did not answer. */
  experienceMonth: Nullable(Type.Integer({ minimum: 0 })),
  /** Present when the experience is a range, from `experienceMonth` to this; null is a range without an upper end. */
  experienceMax: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  location: Nullable(Type.Object({ name: Type.String() })),
  /** Display text: `"12.3 KM"`. */
  distance: Nullable(Type.String()),
  /** Whole kilometres, rounded. */
  distanceInt: Nullable(Type.Integer({ minimum: 0 })),
  imageUrl: Nullable(Type.String()),
  /** Present for somebody whose data were erased. */
  isErased: Type.Optional(Type.Literal(true)),
};

/** How many applications are in each stage. */
export const StagesPayload = Type.Object({
  stages: Type.Object(
    Object.fromEntries(STAGES.map((key) => [key, Count])) as Record<(typeof STAGES)[number], typeof Count>,
  ),
});
export type StageCounts = Static<typeof StagesPayload>['stages'];

/** By the workers' product, or by a public page. */
const APPLIED_BY = OneOf(['app', 'page']);

const ROW = {
  id: Id,
  createdAt: Instant,
  status: OneOf(APPLICATION_STATUSES),
  isSeen: Type.Boolean(),
  isShortListed: Type.Boolean(),
  isShortListedByAnother: Type.Boolean(),
  /** The names of up to three other branches of the organisation that shortlisted the worker. */
  shortListedBy: Type.Array(Type.String()),
  /** How the applicant is notified. Servers of the previous release do not send it. */
  reach: Type.Optional(OneOf(REACHES)),
  /** Set while the organisation declines the application. */
  decision: Nullable(Decision),
  /** Set once the offer is accepted and the first day is agreed. */
  firstDay: Nullable(FirstDay),
  /** Servers of the previous release do not send it. */
  stage: Type.Optional(Stage),
  /** What the application waits for. Servers of the previous release do not send it. */
  need: Type.Optional(Nullable(Need)),
  /**
   * Set when the organisation has an application with the same phone number that came the other way, by the workers'
   * product or by a public page. `open` is the newest one that waits for a decision and that the user may open; its
   * name may differ. Servers of the previous release do not send it.
   */
  otherWay: Type.Optional(
    Nullable(
      Type.Object({
        by: APPLIED_BY,
        open: Nullable(
          Type.Object({
            applicationId: Id,
            jobTitle: Type.String(),
            firstName: Type.String(),
            lastName: Type.String(),
          }),
        ),
      }),
    ),
  ),
  matchScore: Type.Number({ minimum: 0, maximum: 1 }),
  unreadWorkerMessageCount: Type.Integer({ minimum: 0 }),
  jobId: Id,
  job: Type.Object({
    id: Id,
    title: Type.String(),
    status: OneOf(JOB_STATUSES),
    userId: Id,
    companyName: Type.String(),
  }),
  appointment: Nullable(Type.Object({ id: Id, status: Type.Object({ name: OneOf(APPOINTMENT_STATUSES) }) })),
  ...ANSWERS,
};

/** An application as a row of the list. */
export const ApplicationRow = Type.Object({ ...ROW, user: Type.Object(ROW_USER) });
export type ApplicationRow = Static<typeof ApplicationRow>;
export const ApplicationRows = Type.Array(ApplicationRow);

export const ShortlistBody = Type.Object({ isShortlisted: Type.Boolean() });

/** The row of the application after a change. */
export const ApplicationPayload = Type.Object({ application: ApplicationRow });

/** A comment on a worker by the organisation. Lists are newest first. */
export const Comment = Type.Object({ id: Id, message: Type.String(), author: Type.String(), createdAt: Instant });
export type Comment = Static<typeof Comment>;

/** One part of a match score: its fit (0 to 1) and its share of the score. The shares add up to 1. */
export const ScoreReason = Type.Object({
  factor: OneOf(SCORE_FACTORS),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  weight: Type.Number({ minimum: 0, maximum: 1 }),
  /**
   * False when the applicant said nothing about the factor, which then counts half. Servers of the previous release do
   * not send it.
   */
  isGiven: Type.Optional(Type.Boolean()),
  /**
   * What the job asks for: months of experience, at most so many km, an education, a level of English; null for
   * nothing.
   */
  wants: Type.Optional(Type.Union([Type.Number(), OneOf(EDUCATION_STATUSES), Type.Null()])),
});
export type ScoreReason = Static<typeof ScoreReason>;

const OtherApplication = Type.Object({
  applicationId: Id,
  jobId: Id,
  jobTitle: Type.String(),
  companyName: Type.String(),
  /** False for an application to another branch, which would return 404. */
  canOpen: Type.Boolean(),
});

/** A whole application. The appointment includes its feedback and status log. */
export const ApplicationDetail = Type.Object({
  ...ROW,
  /** `id` is the owner of the job: the employer's side of chat and appointments. */
  appointment: Nullable(Appointment),
  user: Type.Object({
    ...ROW_USER,
    email: Nullable(Type.String()),
    /** With the country code, such as +905321234567. */
    phone: Nullable(Type.String()),
    location: Nullable(Type.Object({ name: Type.String(), latitude: Type.Number(), longitude: Type.Number() })),
    workTimePreference: Nullable(OneOf(WORK_TIMES)),
    workTimePreferences: Type.Array(OneOf(WORK_TIMES)),
    disabledStatus: Nullable(Type.String()),
    university: Nullable(Type.Object({ name: Type.String() })),
    universityStatus: Nullable(OneOf(UNIVERSITY_STATUSES)),
    universityDepartment: Nullable(
      Type.Object({ departmentName: Type.String(), translateKey: Nullable(Type.String()) }),
    ),
    /** Masked except for the last two digits. */
    identityNumber: Nullable(Type.String()),
    certificates: Type.Array(Type.String()),
    drivingLicenses: Type.Array(Type.String()),
    about: Nullable(Type.String()),
    /** A month, in the currency's main unit. */
    expectedSalary: Nullable(Type.Number()),
    workCategoryPreferences: Type.Array(Type.String()),
    /** The organisation's newest comment. */
    comment: Nullable(Type.String()),
    /** Out of 5. */
    ratingScore: Nullable(Type.Object({ score: Type.Number({ minimum: 0, maximum: 5 }) })),
    language: Type.Object({ languageCode: Type.String() }),
    country: Type.Object({ country_code: Type.String() }),
  }),
  /** What somebody who applied on the public page answered; null for applications from the workers' product. */
  source: Nullable(ApplicationSource),
  scoreReasons: Type.Array(ScoreReason),
  comments: Type.Array(Comment),
  /** The worker's other applications within the organisation, newest first. */
  otherApplications: Type.Array(OtherApplication),
  /**
   * Applications in the organisation with the same phone number that came the other way: by the workers' product or by
   * a public page. They belong to another profile, because a number can change hands.
   */
  alsoApplied: Type.Array(Type.Object({ ...OtherApplication.properties, by: APPLIED_BY })),
  /** Rejected applications of the same job. */
  rejectedApplicationCount: Type.Integer({ minimum: 0 }),
});
export type ApplicationDetail = Static<typeof ApplicationDetail>;
export const ApplicationDetailPayload = Type.Object({ application: ApplicationDetail });

export const CommentBody = Type.Object({ workerId: Id, message: FilledText(COMMENT_MAX) });
export type CommentBody = Static<typeof CommentBody>;
export const CommentPayload = Type.Object({ comment: Comment });

/** The four answers and their status. See docs/API.md#feedback-rules. */
export const FeedbackBody = Type.Object({
  ...ANSWERS,
  /** The most advanced status of the answers, in lower case. The server derives it and rejects any other. */
  status: Type.Optional(
    Nullable(OneOf(['appointment_positive', 'appointment_negative', 'offer_sent', 'offer_accepted', 'offer_rejected'])),
  ),
});
export type FeedbackBody = Static<typeof FeedbackBody>;
