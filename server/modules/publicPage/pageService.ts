import { randomInt } from 'node:crypto';
import { encode, renderSVG } from 'uqr';
import {
  type PosterFormat,
  PAGE_CODE_CHARACTERS,
  PAGE_CODE_LENGTH,
  PAGE_FIGURE_DAYS,
} from '../../../contract/constants/publicPage';
import type { Language } from '../../../contract/constants/options';
import type { PublicPage, PublicPageBody } from '../../../contract/schemas/publicPage';
import { textOrNull } from '../../../contract/constants/cleanText';
import { dayAt, daysAfter } from '../../../contract/zone';
import { COLOURS, pdfOf, write, type Document } from '../../platform/pdf';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { requestedOwnerId, type Scope } from '../../platform/auth/guard';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { toMainOrNull } from '../../platform/money';
import { countMembers } from '../roster';
import { publicPageTexts } from './page/parts';
import {
  listFigures,
  listOpenJobs,
  workTimesOf,
  type PageJob,
  findPage,
  insertPage,
  updatePage,
  type StoredPage,
} from './pageRepository';

/** The QR code's error correction: a quarter of the code may be unreadable, because posters get dirty. */
const ERROR_CORRECTION = 'Q';

/** Returns the address in the printed code, which marks its visits as coming from the poster. */
const posterUrl = (url: string): string => `${url}?from=poster`;

export const qrSvg = (url: string): string => renderSVG(posterUrl(url), { ecc: ERROR_CORRECTION, border: 2 });

const drawCode = (doc: Document, url: string, { x, y, size }: { x: number; y: number; size: number }): void => {
  const { data } = encode(posterUrl(url), { ecc: ERROR_CORRECTION, border: 0 });
  const module = size / data.length;
  doc.fillColor('#000000');
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      // Neighbours overlap a little, so that no printer leaves white lines between them.
      if (isDark) doc.rect(x + column * module, y + row * module, module + 0.1, module + 0.1);
  doc.fill();
};

interface PosterOptions {
  companyName: string;
  url: string;
  format: PosterFormat;
  language: Language;
  now: Date;
}

/** Draws the poster of a branch: its name, one invitation, the code and the address in letters. */
export const posterOf = ({ companyName, url, format, language, now }: PosterOptions): Promise<Buffer> => {
  const say = publicPageTexts(language);
  const size = format === 'a6' ? 'A6' : 'A4';
  const options = { title: String(say('poster.title', { company: companyName })), language, now, size } as const;
  return pdfOf(options, (doc) => {
    const { width, height } = doc.page;
    const unit = width / 20;
    const box = { x: unit * 2, width: unit * 16, align: 'center' } as const;
    doc.rect(0, 0, width, unit).fill(COLOURS.mark);
    const [headingAt, codeAt, side] = [height * 0.2, height * 0.36, unit * 11];
    const name = { ...box, y: unit * 2, maxHeight: headingAt - unit * 2.4 };
    write(doc, companyName, { ...name, size: unit * 1.1, weight: 'bold', colour: COLOURS.text });
    const heading = { ...box, y: headingAt, maxHeight: codeAt - headingAt - unit * 0.4 };
    write(doc, say('poster.heading'), { ...heading, size: unit * 1.8, weight: 'bold', colour: COLOURS.mark });
    drawCode(doc, url, { x: (width - side) / 2, y: codeAt, size: side });
    write(doc, say('poster.scan'), { ...box, y: codeAt + side + unit, size: unit * 0.8, colour: COLOURS.text });
    const address = url.replace(/^https?:\/\//, '');
    write(doc, address, { ...box, y: height - unit * 2.5, size: unit * 0.7, colour: COLOURS.quiet });
  });
};

const WEEK = 7;
/** Jobs that the dashboard's preview of the page shows. */
const PREVIEW_JOBS = 5;
/** Tries for an unused code. With so many possible codes, two are rarely the same. */
const TRIES = 3;

const newCode = (): string =>
  Array.from({ length: PAGE_CODE_LENGTH }, () => PAGE_CODE_CHARACTERS[randomInt(PAGE_CODE_CHARACTERS.length)]).join('');

/** Returns the address of a page, as it is printed and shared. */
export const pageUrl = ({ settings }: Pick<Deps, 'settings'>, code: string): string =>
  `${settings.publicUrl}/p/${code}`;

const scopeOf = (user: AuthUser, branchId: number | undefined): Scope => ({
  organisationId: user.organisationId,
  userId: requestedOwnerId(user, branchId, 'branchId'),
});

/**
 * Returns the page of a branch or company; creates a missing one, switched off. Throws 400 without `branchId` for root
 * and HR, and 404 for an account outside the caller's scope.
 */
export const ownPage = async (deps: Deps, user: AuthUser, branchId: number | undefined): Promise<StoredPage> => {
  const scope = scopeOf(user, branchId);
  for (let left = TRIES; left > 0; left -= 1) {
    const page = await findPage(deps.db, scope);
    if (page) return page;
    await inChange(deps, ({ trx, now }) => insertPage(trx, scope, { code: newCode(), now }));
  }
  const page = await findPage(deps.db, scope);
  if (!page) throw notFound();
  return page;
};

const sumOf = (days: PublicPage['days'], count: 'views' | 'applications'): number =>
  days.slice(-WEEK).reduce((sum, day) => sum + day[count], 0);

const presentJob = (job: PageJob): NonNullable<PublicPage['jobs']>['newest'][number] => ({
  id: job.id,
  title: job.title,
  workTimes: workTimesOf(job),
  salaryMin: toMainOrNull(job.salaryMin),
  salaryMax: toMainOrNull(job.salaryMax),
  place: job.places[0]?.name ?? null,
});

const present = async (deps: Deps, { userId, code, isOn, intro, address }: StoredPage): Promise<PublicPage> => {
  const { timeZone } = deps.settings;
  const to = dayAt(deps.clock.now(), timeZone);
  const from = daysAfter(to, 1 - PAGE_FIGURE_DAYS);
  const jobs = await listOpenJobs(deps.db, userId);
  const { days, refs } = await listFigures(deps.db, { userId, from, to, timeZone });
  const [views7, applications7] = [sumOf(days, 'views'), sumOf(days, 'applications')];
  return {
    isOn,
    code,
    url: pageUrl(deps, code),
    intro,
    views7,
    applications7,
    roster: await countMembers(deps.db, userId),
    days,
    refs,
    address,
    jobs: { total: jobs.length, newest: jobs.slice(0, PREVIEW_JOBS).map(presentJob) },
  };
};

export const getPage = async (deps: Deps, user: AuthUser, branchId: number | undefined): Promise<PublicPage> =>
  present(deps, await ownPage(deps, user, branchId));

/** Changes the given fields of a page. A blank introduction counts as none. */
export const putPage = async (
  deps: Deps,
  { user, requestId, branchId }: Caller & { branchId: number | undefined },
  { isOn, intro }: PublicPageBody,
): Promise<PublicPage> => {
  const { userId } = await ownPage(deps, user, branchId);
  const text = intro === undefined ? {} : { intro: textOrNull(intro) };
  const change = { ...(isOn !== undefined && { isOn }), ...text };
  if (Object.keys(change).length > 0)
    await inChange(deps, async ({ trx, clock }) => {
      await updatePage(trx, userId, change);
      const details = isOn === undefined ? {} : { isOn };
      await audit({ trx, clock }, userActor({ user, requestId }), 'branch_page.changed', ['user', userId], details);
    });
  return getPage(deps, user, branchId);
};
