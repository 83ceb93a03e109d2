import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { PAGE_CODE_CHARACTERS, PAGE_CODE_LENGTH, PAGE_REFS, type PageRef } from '../../../contract/constants/door';
import { dayAt } from '../../../contract/zone';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { networkOf } from '../../platform/net';
import { countView } from './figureRepository';
import { findPageByCode, type StoredPage } from './pageRepository';

/** Pages that one network may read; many phones share one. */
const READS: LimitRule = { name: 'door-read', points: 300, seconds: 60 };
/** Forms that one network may send, with all their mistakes. */
const FORMS: LimitRule = { name: 'door-form', points: 60, seconds: 600 };
/** Applications that one network may begin. Each sends a text message. */
const BEGINNINGS: LimitRule = { name: 'door-begin', points: 20, seconds: 3600 };

const CODE = new RegExp(`^[${PAGE_CODE_CHARACTERS}]{${PAGE_CODE_LENGTH}}$`);

/** Returns the page of a code. Throws the same 404 for an unknown code and a page that is off, and 429 above the limit. */
export const openPage = async (
  { db, limiter }: Deps,
  request: FastifyRequest,
  code: string,
  kind: 'read' | 'form',
): Promise<StoredPage> => {
  await limiter.take(kind === 'read' ? READS : FORMS, networkOf(request.ip));
  const page = CODE.test(code) ? await findPageByCode(db, code) : undefined;
  if (!page?.isOn) throw notFound();
  return page;
};

/** Counts the beginning of an application; throws 429 above 20 an hour from one network. */
export const takeBeginning = ({ limiter }: Pick<Deps, 'limiter'>, request: FastifyRequest): Promise<void> =>
  limiter.take(BEGINNINGS, networkOf(request.ip));

/** Counts a view, unless a robot or the preview of a messenger made it. */
export const noteView = async (
  { db, clock, settings }: Deps,
  request: FastifyRequest,
  view: { userId: number; jobId: number | null; ref: PageRef },
): Promise<void> => {
  if (isbot(request.headers['user-agent'])) return;
  await countView(db, { ...view, day: dayAt(clock.now(), settings.timeZone) });
};

/** Returns where a visitor came from: what the address says, or else the page that led here. */
export const refOf = (from: unknown, referer: string | undefined): PageRef => {
  const given = PAGE_REFS.find((one) => one === from);
  if (given) return given;
  return /^https?:\/\/([\w-]+\.)*(google|bing|yandex|duckduckgo)\./.test(referer ?? '') ? 'search' : 'link';
};
