import { Type, type Static } from 'typebox';
import { APPLICATION_SORTS, DECISION_FILTERS } from '../constants/decisions';
import {
  FILTER_AGE_MAX,
  FILTER_AGE_MIN,
  FILTER_DISTANCE_MAX,
  FILTER_DISTANCE_MIN,
  PAGE_LIMIT_MAX,
  PAGE_MAX,
  SEARCH_MAX,
} from '../constants/limits';
import { NEED_KINDS, NEED_STATES } from '../rules/need';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
} from '../constants/options';
import { APPLICATION_STATUSES, STAGES } from '../constants/statuses';
import { CommaListOf, Cursor, Day, Id, Instant, IntegerOf, OneOf } from './common';

/** Paging and filters of the list; `before` replaces `page`. See docs/API.md#application-list. */
export const ApplicationSearchQuery = Type.Object({
  status: Type.Optional(CommaListOf(APPLICATION_STATUSES)),
  op: Type.Optional(Type.Literal('must_not')),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_LIMIT_MAX })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  before: Type.Optional(Id),
  jobId: Type.Optional(Id),
  branchId: Type.Optional(Id),
  isShortlisted: Type.Optional(Type.Boolean()),
  /** Only unseen applications. There is no filter for seen ones. See decision 0005. */
  isSeen: Type.Optional(Type.Literal(false)),
  /** Only rejected applications: those that the organisation declined, or those that the worker withdrew. */
  decision: Type.Optional(OneOf(DECISION_FILTERS)),
  /** Only applications in one of these stages. */
  stage: Type.Optional(CommaListOf(STAGES)),
  /** Only applications whose first day has begun but has no recorded outcome. */
  firstDay: Type.Optional(Type.Literal('due')),
  /** See docs/API.md#application-list. `before` continues any order. */
  sort: Type.Optional(OneOf([...APPLICATION_SORTS, 'need'])),
  /**
   * The time for which `sort=deadline` orders, now by default. A client that continues with `before` repeats the time
   * of its first page, because rows change places when their counters end.
   */
  sortedAt: Type.Optional(Instant),
  /** Only applications with one of these needs. */
  need: Type.Optional(CommaListOf(NEED_KINDS)),
  /** Only needs in this state. */
  needState: Type.Optional(OneOf(NEED_STATES)),
  /** The `next` of the page before; only with `sort=need`, which takes no `page` and no `before`. */
  after: Type.Optional(Cursor),
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
  came: Type.Optional(Type.Boolean()),
  positive: Type.Optional(Type.Boolean()),
  offerSent: Type.Optional(Type.Boolean()),
  offerAccepted: Type.Optional(Type.Boolean()),
});
export type ApplicationSearchQuery = Static<typeof ApplicationSearchQuery>;

/** The filters that the counts of the stages follow: those of the list without its stages, tabs, order and paging. */
export const StagesQuery = Type.Omit(ApplicationSearchQuery, [
  'status',
  'op',
  'limit',
  'page',
  'before',
  'after',
  'isShortlisted',
  'decision',
  'stage',
  'sort',
  'sortedAt',
]);
export type StagesQuery = Static<typeof StagesQuery>;
