import { Type, type Static } from 'typebox';
import { JOB_SORT_FIELDS } from '../constants/options';
import { JOB_STATUSES } from '../constants/statuses';
import { SEARCH_MAX } from '../constants/limits';
import { CommaListOf, Id, Instant, Named, Nullable, OneOf, paging } from './common';

/** The reduced rows that a client can request. The longer one distinguishes jobs with the same title. */
const JOB_SELECTIONS = ['id,title', 'id,title,status,openedAt,user'] as const;

export const JobSearchQuery = Type.Object({
  ...paging(0),
  branchId: Type.Optional(Id),
  sorting: Type.Optional(Type.String({ pattern: `^(${JOB_SORT_FIELDS.join('|')}):(asc|desc)$` })),
  q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  status: Type.Optional(CommaListOf(JOB_STATUSES.filter((status) => status !== 'deleted'))),
  selection: Type.Optional(OneOf(JOB_SELECTIONS)),
});
export type JobSearchQuery = Static<typeof JobSearchQuery>;

/**
 * A row of the job list. With a `selection` it has only those fields. Only a draft may have no position or category.
 */
export const JobRow = Type.Object({
  id: Id,
  title: Type.String(),
  createdAt: Type.Optional(Instant),
  openedAt: Type.Optional(Nullable(Instant)),
  status: Type.Optional(OneOf(JOB_STATUSES)),
  position: Type.Optional(Nullable(Named)),
  category: Type.Optional(Nullable(Named)),
  user: Type.Optional(Type.Object({ id: Id, companyName: Type.String() })),
  counts: Type.Optional(
    Type.Object({
      applications: Type.Integer({ minimum: 0 }),
      unreviewed: Type.Integer({ minimum: 0 }),
      shortLists: Type.Integer({ minimum: 0 }),
      jobViews: Type.Integer({ minimum: 0 }),
      /** Needs that are due now. Servers of the previous release do not send it. */
      needs: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ),
  /** How many people the employer wants to hire, and the accepted offers. */
  hiresWanted: Type.Optional(Nullable(Type.Integer())),
  hired: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type JobRow = Static<typeof JobRow>;
export const JobRows = Type.Array(JobRow);

export const JobCounts = Type.Object({
  active: Type.Integer({ minimum: 0 }),
  closed: Type.Integer({ minimum: 0 }),
  draft: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
});
export type JobCounts = Static<typeof JobCounts>;
