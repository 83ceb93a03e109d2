import { MARKET_CURRENCY } from '../../../../contract/constants/limits';
import type { Language } from '../../../../contract/constants/options';
import { dateLocale } from '../../../platform/dateLocale';
import { mapUrl } from '../../../platform/publicPage/mapUrl';
import { markup, type Markup } from '../../../platform/publicPage/markup';
import type { StoredPage } from '../pageRepository';
import { workTimesOf, type PageJob } from '../jobRepository';
import type { VisitRef } from '../visits';
import { doorTexts, type Say } from './texts';

/** Shows the streets around a place of work. */
const MAP_ZOOM = 16;

/** What every page of the door shows. */
export interface Shown {
  language: Language;
  page: StoredPage;
  /** The address of the branch's page without the server's name. */
  path: string;
  /** Whether people can ask to be told of new jobs. */
  hasRoster: boolean;
  /** Where the form to leave the roster goes; null for those who did not come by a message to it. */
  stop: string | null;
}

/** Returns the salary as `₺25,000–₺30,000 a month`, or null without one. */
const salaryText = ({ salaryMin, salaryMax }: PageJob, language: Language): string | null => {
  const amounts = [...new Set([salaryMin, salaryMax])].filter((minor) => minor !== null);
  if (amounts.length === 0) return null;
  const format = new Intl.NumberFormat(dateLocale(language), {
    style: 'currency',
    currency: MARKET_CURRENCY,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  const amount = amounts.map((minor) => format.format(minor / 100)).join('–');
  return doorTexts(language)('salary', { amount });
};

export const workTimeText = (say: Say, job: PageJob): string =>
  workTimesOf(job)
    .map((time) => say(`workTime.${time}`))
    .join(', ');

const shiftTexts = (say: Say, { shifts }: PageJob, language: Language): string[] =>
  shifts.flatMap(({ workStartsAt, dailyTotalWorkHour }) => {
    const hours =
      dailyTotalWorkHour === null ? null : new Intl.NumberFormat(dateLocale(language)).format(dailyTotalWorkHour);
    if (workStartsAt !== null && hours !== null) return [say('shift', { start: workStartsAt, hours })];
    if (workStartsAt !== null) return [say('shiftStart', { start: workStartsAt })];
    return hours === null ? [] : [say('shiftHours', { hours })];
  });

/** Returns the facts of a job: pay, times, place. */
export const factsOf = (say: Say, job: PageJob, language: Language): Markup => {
  const row = (label: string, values: readonly (Markup | string | null)[]) => {
    const given = values.filter((value) => value !== null && value !== '');
    return given.length > 0 && markup`<dt>${label}</dt>${given.map((value) => markup`<dd>${value}</dd>`)}`;
  };
  return markup`<dl>
    ${row(say('pay'), [salaryText(job, language)])}
    ${row(say('work'), [workTimeText(say, job), ...shiftTexts(say, job, language)])}
    ${row(
      say('where'),
      job.places.map(
        (place) =>
          markup`${place.address ?? place.name} · <a href="${mapUrl(place, MAP_ZOOM)}" rel="noopener noreferrer">${say('map')}</a>`,
      ),
    )}
  </dl>`;
};

/** Returns the path of a job's page, which for a job of another branch is that branch's. */
export const jobPath = ({ id, elsewhere }: PageJob, path: string): string =>
  `${elsewhere ? `/p/${elsewhere.code}` : path}/${id}`;

/** Returns a job's title, with the branch of a job of another one. */
export const jobTitle = ({ title, elsewhere }: PageJob): string =>
  elsewhere ? `${title} · ${elsewhere.companyName}` : title;

/** Returns jobs as links, each with its pay and place. */
export const jobList = (
  say: Say,
  jobs: readonly PageJob[],
  { language, path, from }: Shown & { from: VisitRef },
): Markup =>
  markup`<ul class="jobs">
    ${jobs.map((job) => {
      const about = [workTimeText(say, job), salaryText(job, language), job.places[0]?.name]
        .filter(Boolean)
        .join(' · ');
      return markup`<li><a href="${jobPath(job, path)}?lang=${language}&amp;from=${from}"><strong>${jobTitle(job)}</strong><small>${about}</small></a></li>`;
    })}
  </ul>`;
