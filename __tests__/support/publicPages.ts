import type { PublicPage } from '../../src/domains/publicPage';

/** 28 days that end on 23 November 2026. */
const DAYS = Array.from({ length: 28 }, (_, at) => new Date(Date.UTC(2026, 9, 27 + at)).toISOString().slice(0, 10));

/** A page that is on, with 12 views and 3 applications on its last day and a view on the day before. */
export const aPublicPage = (given: Partial<PublicPage> = {}): PublicPage => ({
  isOn: true,
  code: 'abcdefgh',
  url: 'https://jobs.test/p/abcdefgh',
  intro: 'Come in',
  views7: 13,
  applications7: 3,
  roster: 0,
  days: DAYS.map((day, at) => ({
    day,
    views: at === 27 ? 12 : Number(at === 26),
    applications: at === 27 ? 3 : 0,
  })),
  refs: [
    { ref: 'poster', views: 8, applications: 2 },
    { ref: 'link', views: 5, applications: 1 },
    { ref: 'search', views: 0, applications: 0 },
    { ref: 'roster', views: 0, applications: 0 },
  ],
  ...given,
});

/** The figures of a page that nobody has seen. */
export const NO_FIGURES: Partial<PublicPage> = {
  views7: 0,
  applications7: 0,
  days: DAYS.map((day) => ({ day, views: 0, applications: 0 })),
};
