import { Type, type Static } from 'typebox';
import {
  OFFERED_DAYS,
  OFFERED_PARTS,
  OFFERED_STARTS,
  PAGE_INTRO_MAX,
  PAGE_REFS,
  POSTER_FORMATS,
} from '../constants/publicPage';
import { WORK_TIMES } from '../constants/options';
import { Day, Id, Nullable, OneOf } from './common';

/** Only root and HR name the branch whose page they mean. */
export const PublicPageQuery = Type.Object({ branchId: Type.Optional(Id) });

export const PosterQuery = Type.Object({ branchId: Type.Optional(Id), format: Type.Optional(OneOf(POSTER_FORMATS)) });

/** A field that is left out stays unchanged. */
export const PublicPageBody = Type.Object({
  isOn: Type.Optional(Type.Boolean()),
  intro: Type.Optional(Nullable(Type.String({ maxLength: PAGE_INTRO_MAX }))),
});
export type PublicPageBody = Static<typeof PublicPageBody>;

const Count = Type.Integer({ minimum: 0 });

/** The public page of a branch or company with its figures of the last 28 days. */
export const PublicPage = Type.Object({
  isOn: Type.Boolean(),
  code: Type.String(),
  url: Type.String(),
  intro: Nullable(Type.String()),
  /** Views and applications of the last seven days. */
  views7: Count,
  applications7: Count,
  /** People who asked to be told of new jobs. */
  roster: Count,
  days: Type.Array(Type.Object({ day: Day, views: Count, applications: Count })),
  refs: Type.Array(Type.Object({ ref: OneOf(PAGE_REFS), views: Count, applications: Count })),
  /** The line that strangers see below the name. Servers of the previous release send neither this nor the jobs. */
  address: Type.Optional(Nullable(Type.String())),
  /** The newest open jobs that the page shows, and how many there are; it lists at most 100. */
  jobs: Type.Optional(
    Type.Object({
      total: Count,
      newest: Type.Array(
        Type.Object({
          id: Id,
          title: Type.String(),
          workTimes: Type.Array(OneOf(WORK_TIMES)),
          /** In the currency's main unit. */
          salaryMin: Nullable(Type.Number()),
          salaryMax: Nullable(Type.Number()),
          place: Nullable(Type.String()),
        }),
      ),
    }),
  ),
});
export type PublicPage = Static<typeof PublicPage>;
export const PublicPagePayload = Type.Object({ branchPage: PublicPage });

/** The answers of an applicant from a public page; empty for questions that were not asked. */
export const ApplicationSource = Type.Object({
  ref: OneOf(PAGE_REFS),
  days: Type.Array(OneOf(OFFERED_DAYS)),
  parts: Type.Array(OneOf(OFFERED_PARTS)),
  start: Nullable(OneOf(OFFERED_STARTS)),
});
export type ApplicationSource = Static<typeof ApplicationSource>;
