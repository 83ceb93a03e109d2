import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { outOfNight } from '../../platform/night';
import { countTexts, enqueue, withdrawTexts } from '../../platform/outgoing/enqueue';
import type { WorkerSmsName } from '../../platform/outgoing/mails';
import { workerSms } from '../../platform/outgoing/workerSms';
import { formatDialNumber, findWorkerLocale } from '../workers';
import { findReader, markSent, type LinkOwner, type Reader } from './repository';
import { hearsBySms, isUrgent } from './rules';
import { linkOf, type LinkDeps } from './service';

const DAY_MS = 86_400_000;
/** Text messages to one phone in 24 hours, so that nobody rings at a worker by inviting and cancelling in turn. */
const TEXTS_A_DAY = 20;

export type NewsDeps = LinkDeps & { settings: Pick<Deps['settings'], 'timeZone'> };

export interface WorkerNews extends LinkOwner {
  /** The owner of the job, whose name the text begins with. */
  userId: number;
  name: WorkerSmsName;
  /** When the appointment or the first day begins. */
  startAt: Date;
}

interface Text {
  news: WorkerNews;
  reader: Reader;
  link: string;
}

/** How news reach a worker with the link. */
export interface ToldByLink {
  /** What the employer reads in the message: that a link was sent, and never the link. */
  payload: { linkSent?: true };
  /** What the event names, so that the worker's product gets the link. The stored event does not hold the link. */
  eventData: { linkOf?: number };
}

/**
 * Sends a text message with the link to a worker who hears by text message: after the night, but a cancellation of an
 * early appointment at once. It replaces a text about the same application that has not left.
 */
const sendText = async (change: Change, deps: NewsDeps, { news, reader, link }: Text): Promise<boolean> => {
  const { trx, now } = change;
  const { timeZone } = deps.settings;
  const { name, startAt, workerId } = news;
  const morning = outOfNight(now, timeZone);
  const isUrgentNews = name === 'cancelled' && isUrgent(startAt, morning);
  const at = isUrgentNews ? now : morning;
  const phone = formatDialNumber(reader.phone, reader.countryCode);
  await withdrawTexts(trx, link);
  if (!phone || at >= startAt) return false;
  if ((await countTexts(trx, phone, new Date(now.getTime() - DAY_MS))) >= TEXTS_A_DAY) return false;
  const locale = await findWorkerLocale(trx, workerId);
  const text = workerSms({ name, company: reader.companyName, at: startAt, link, ...locale, timeZone, now: at });
  const when = { notBefore: at, usefulUntil: startAt, isQuiet: !isUrgentNews };
  await enqueue(trx, now, { channel: 'sms', phone, text, ...when });
  return true;
};

/** Tells a worker something together with the link: by text message, and by an event where products carry links. */
export const tellByLink = async (change: Change, deps: NewsDeps, news: WorkerNews): Promise<ToldByLink> => {
  const { workerLinks } = deps.settings;
  const reader = await findReader(change.trx, news);
  const hears = reader !== undefined && hearsBySms(workerLinks, reader);
  const isCarried = workerLinks === 'all';
  const link = hears || isCarried ? await linkOf(change, deps, news) : null;
  if (link === null) return { payload: {}, eventData: {} };
  const isTexted = hears && (await sendText(change, deps, { news, reader, link }));
  if (!isTexted && !isCarried) return { payload: {}, eventData: {} };
  await markSent(change.trx, news.applicationId, change.now);
  return { payload: { linkSent: true }, eventData: isCarried ? { linkOf: news.applicationId } : {} };
};

type TimelessNews = LinkOwner & Pick<WorkerNews, 'userId'>;

/** Sends a text message with the link about news without a time. Returns whether the worker hears by text message. */
const tellTimeless = async (
  change: Change,
  deps: NewsDeps,
  { name, ...owner }: TimelessNews & { name: 'received' | 'shortlisted' },
): Promise<boolean> => {
  const { trx, now } = change;
  const { workerLinks, timeZone } = deps.settings;
  const reader = await findReader(trx, owner);
  const phone = reader && formatDialNumber(reader.phone, reader.countryCode);
  const link = reader && phone && hearsBySms(workerLinks, reader) ? await linkOf(change, deps, owner) : null;
  if (!reader || !phone || link === null) return false;
  const locale = await findWorkerLocale(trx, owner.workerId);
  const notBefore = outOfNight(now, timeZone);
  const { companyName: company } = reader;
  const text = workerSms({ name, company, at: null, link, ...locale, timeZone, now: notBefore });
  const usefulUntil = new Date(notBefore.getTime() + DAY_MS);
  await enqueue(trx, now, { channel: 'sms', phone, text, notBefore, usefulUntil, isQuiet: true });
  await markSent(trx, owner.applicationId, now);
  return true;
};

/** Tells somebody who applied on a public page that the application arrived, with the link to it. */
export const tellReceived = (change: Change, deps: NewsDeps, owner: TimelessNews): Promise<boolean> =>
  tellTimeless(change, deps, { ...owner, name: 'received' });

/** Tells an applicant of the shortlisting, with the link to the application. */
export const tellShortlisted = (change: Change, deps: NewsDeps, owner: TimelessNews): Promise<boolean> =>
  tellTimeless(change, deps, { ...owner, name: 'shortlisted' });
