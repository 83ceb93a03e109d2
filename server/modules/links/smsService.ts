import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { outOfNight } from '../../platform/night';
import { enqueue } from '../../platform/outgoing/enqueue';
import type { WorkerSmsName } from '../../platform/outgoing/mails';
import { workerSms } from '../../platform/outgoing/workerSms';
import { formatDialNumber, findWorkerLanguage } from '../workers';
import { findReader, markSent, type LinkOwner } from './repository';
import { hearsBySms, isUrgent } from './rules';
import { linkOf, type LinkDeps } from './service';

export type NewsDeps = LinkDeps & { settings: Pick<Deps['settings'], 'timeZone'> };

export interface WorkerNews extends LinkOwner {
  /** The owner of the job, whose name the text begins with. */
  userId: number;
  name: WorkerSmsName;
  /** When the appointment or the first day begins. */
  startAt: Date;
}

/**
 * Sends a text message with the link to a worker who hears by text message: after the night, but a cancellation of an
 * early appointment at once. Returns the link for the event to the worker's product, where products carry it.
 */
export const tellByLink = async (change: Change, deps: NewsDeps, news: WorkerNews): Promise<{ link?: string }> => {
  const { trx, now } = change;
  const { workerLinks, timeZone } = deps.settings;
  const reader = await findReader(trx, news);
  const hears = reader !== undefined && hearsBySms(workerLinks, reader);
  const isCarried = workerLinks === 'all';
  if (!hears && !isCarried) return {};
  const link = await linkOf(change, deps, news);
  if (link === null) return {};
  const { name, startAt, workerId } = news;
  const morning = outOfNight(now, timeZone);
  const notBefore = name === 'cancelled' && isUrgent(startAt, morning) ? now : morning;
  const phone = reader && formatDialNumber(reader.phone, reader.countryCode);
  if (hears && phone && notBefore < startAt) {
    const language = await findWorkerLanguage(trx, workerId);
    const text = workerSms({
      name,
      company: reader.companyName,
      at: startAt,
      link,
      language,
      timeZone,
      now: notBefore,
    });
    await enqueue(trx, now, { channel: 'sms', phone, text, notBefore, usefulUntil: startAt });
  }
  await markSent(trx, news.applicationId, now);
  return isCarried ? { link } : {};
};

/** Tells somebody who applied on a public page that the application arrived, with the link to it. */
export const tellReceived = async (
  change: Change,
  deps: NewsDeps,
  owner: LinkOwner & Pick<WorkerNews, 'userId'>,
): Promise<void> => {
  const { trx, now } = change;
  const { workerLinks, timeZone } = deps.settings;
  const reader = await findReader(trx, owner);
  const phone = reader && formatDialNumber(reader.phone, reader.countryCode);
  const link = reader && phone && hearsBySms(workerLinks, reader) ? await linkOf(change, deps, owner) : null;
  if (!reader || !phone || link === null) return;
  const language = await findWorkerLanguage(trx, owner.workerId);
  const notBefore = outOfNight(now, timeZone);
  const { companyName: company } = reader;
  const text = workerSms({ name: 'received', company, at: null, link, language, timeZone, now: notBefore });
  await enqueue(trx, now, { channel: 'sms', phone, text, notBefore });
  await markSent(trx, owner.applicationId, now);
};
