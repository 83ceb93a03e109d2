import { DAY } from '../../../contract/constants/time';
import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isUrgent, outOfNight } from '../../../contract/rules/night';
import { countTexts, enqueue, withdrawTextsAbout, withdrawTextsOf } from '../../platform/outgoing/enqueue';
import type { WorkerSmsName } from '../../platform/outgoing/mails';
import { workerSms } from '../../platform/outgoing/workerSms';
import { formatDialNumber, findWorkerLocale } from '../workers';
import { findReader, markSent, type LinkOwner, type Reader } from './repository';
import { receivesSms, reachOf } from './rules';
import { linkOf, type LinkDeps } from './service';

/** The most text messages to one phone in 24 hours, against repeated invitations and cancellations. */
const TEXTS_A_DAY = 20;

export type SmsDeps = LinkDeps & { settings: Pick<Deps['settings'], 'timeZone'> };

interface LinkSms extends LinkOwner {
  /** The owner of the job, with whose name the text begins. */
  userId: number;
  name: WorkerSmsName;
  /** When the appointment or the first day begins. */
  startAt: Date;
  appointmentId?: number;
  /** With `moved`: the previous start of the appointment. */
  before?: Date;
}

interface Text {
  sms: LinkSms;
  reader: Reader;
  link: string;
}

/** What became of a notification with a link. */
interface SentLink {
  /**
   * For the message that the employer reads: that a link is sent, but never the link itself, and when (ISO) if only
   * after the night; or that the worker, who can only be reached by text message, could not be notified.
   */
  payload: { linkSent?: true; linkAt?: string; notTold?: true };
  /**
   * For the event: the application whose link the worker's product gets. The stored event does not contain the link.
   */
  eventData: { linkOf?: number };
}

/** Returns whether a phone has reached its limit of text messages in 24 hours. */
const hasReachedLimit = async ({ trx, now }: Change, phone: string): Promise<boolean> =>
  (await countTexts(trx, phone, new Date(now.getTime() - DAY))) >= TEXTS_A_DAY;

/**
 * Sends a text message with the link, after the night, or at once when an early appointment is cancelled or moved. It
 * replaces an unsent text about the same application. Returns when it is sent, or null when it cannot be sent; the
 * earlier text then stays.
 */
const sendText = async (change: Change, deps: SmsDeps, { sms, reader, link }: Text): Promise<Date | null> => {
  const { trx, now } = change;
  const { timeZone } = deps.settings;
  const { name, startAt, workerId, applicationId, appointmentId, before } = sms;
  const morning = outOfNight(now, timeZone);
  const calledOff = name === 'cancelled' ? startAt : before;
  const isUrgentText = calledOff !== undefined && isUrgent(calledOff, morning);
  const at = isUrgentText ? now : morning;
  const phone = formatDialNumber(reader.phone, reader.countryCode);
  if (!phone || at >= startAt || (await hasReachedLimit(change, phone))) return null;
  await withdrawTextsOf(trx, applicationId);
  const locale = await findWorkerLocale(trx, workerId);
  const text = workerSms({
    name,
    company: reader.companyName,
    at: startAt,
    link,
    ...locale,
    timeZone,
    ...(before && { before }),
  });
  const when = { notBefore: at, usefulUntil: startAt, isQuiet: !isUrgentText };
  await enqueue(trx, now, {
    channel: 'sms',
    phone,
    text,
    ...when,
    applicationId,
    ...(appointmentId !== undefined && { appointmentId }),
  });
  return at;
};

/** Sends a worker a text with the link: by text message, and by an event if workers' products may carry links. */
export const sendLinkSms = async (change: Change, deps: SmsDeps, sms: LinkSms): Promise<SentLink> => {
  const { workerLinks } = deps.settings;
  const reader = await findReader(change.trx, sms);
  const isReceiving = reader !== undefined && receivesSms(workerLinks, reader);
  const isCarried = workerLinks === 'all';
  const link = isReceiving || isCarried ? await linkOf(change, deps, sms) : null;
  const textAt = isReceiving && link !== null ? await sendText(change, deps, { sms, reader, link }) : null;
  const hasProduct = reader !== undefined && reachOf(workerLinks, reader) === 'product';
  if (!textAt && !hasProduct) return { payload: { notTold: true }, eventData: {} };
  if (!textAt && (!isCarried || link === null)) return { payload: {}, eventData: {} };
  await markSent(change.trx, sms.applicationId, change.now);
  const isLater = textAt !== null && textAt > change.now;
  const payload = { linkSent: true as const, ...(isLater && { linkAt: textAt.toISOString() }) };
  return { payload, eventData: isCarried ? { linkOf: sms.applicationId } : {} };
};

interface ChangedAppointment extends Omit<LinkSms, 'name' | 'appointmentId' | 'before'> {
  id: number;
  /** Whether the worker knows of the appointment. */
  isKnown: boolean;
}

/**
 * Sends a text message that an appointment is cancelled. An unsent invitation is deleted instead, so that the worker
 * learns of neither. Returns for the message that the employer reads when the text leaves, if only after the night, and
 * whether the worker could not be notified.
 */
export const sendCancelledSms = async (
  change: Change,
  deps: SmsDeps,
  { id, isKnown, ...sms }: ChangedAppointment,
): Promise<SentLink['payload']> => {
  await withdrawTextsAbout(change.trx, id);
  if (!isKnown) return {};
  const { payload } = await sendLinkSms(change, deps, { ...sms, appointmentId: id, name: 'cancelled' });
  return payload.notTold || payload.linkAt ? payload : {};
};

/**
 * Sends a text message that an appointment has another time, or another place when `before` is null. When the
 * invitation was not sent yet, it invites the worker to the new time and does not mention the old one.
 */
export const sendMovedSms = async (
  change: Change,
  deps: SmsDeps,
  { id, isKnown, before, ...sms }: ChangedAppointment & { before: Date | null },
): Promise<SentLink> => {
  await withdrawTextsAbout(change.trx, id);
  const text = isKnown && before ? { name: 'moved' as const, before } : { name: 'invited' as const };
  return sendLinkSms(change, deps, { ...sms, appointmentId: id, ...text });
};

type TimelessSms = LinkOwner & Pick<LinkSms, 'userId'>;
type TimelessName = Extract<
  WorkerSmsName,
  'received' | 'shortlisted' | 'positive' | 'offer' | 'hired' | 'declined' | 'reopened' | 'message'
>;
type TimelessText = { name: TimelessName; privacyRequestId?: never } | { name: 'dataReady'; privacyRequestId: number };

/** The result of a text message: sent, to be retried because the phone reached its daily limit, or not possible. */
type TextOutcome = 'sent' | 'later' | 'none';

/** Texts that are not about a step of the application, so that they replace none. */
const BESIDE_OTHERS: ReadonlySet<TimelessText['name']> = new Set(['message', 'dataReady']);

/**
 * Sends a text message with the link that is not about a certain time. One about a step of the application replaces an
 * unsent text about the same application.
 */
export const sendTimelessSms = async (
  change: Change,
  deps: SmsDeps,
  { name, privacyRequestId, ...owner }: TimelessSms & TimelessText,
): Promise<TextOutcome> => {
  const { trx, now } = change;
  const { workerLinks, timeZone } = deps.settings;
  const reader = await findReader(trx, owner);
  const phone = reader && formatDialNumber(reader.phone, reader.countryCode);
  if (!reader || !phone || !receivesSms(workerLinks, reader)) return 'none';
  // The limit does not apply to answers to requests for data: they are owed, and the person asked for each.
  if (name !== 'dataReady' && (await hasReachedLimit(change, phone))) return 'later';
  const link = await linkOf(change, deps, owner);
  if (link === null) return 'none';
  const { applicationId } = owner;
  const isStep = !BESIDE_OTHERS.has(name);
  if (isStep) await withdrawTextsOf(trx, applicationId);
  const locale = await findWorkerLocale(trx, owner.workerId);
  const notBefore = outOfNight(now, timeZone);
  const { companyName: company } = reader;
  const text = workerSms({ name, company, at: null, link, ...locale, timeZone });
  const usefulUntil = new Date(notBefore.getTime() + DAY);
  // The answer to a request for data is owed, so that no step of the application replaces it.
  const about = privacyRequestId === undefined ? { applicationId } : { privacyRequestId };
  await enqueue(trx, now, { channel: 'sms', phone, text, notBefore, usefulUntil, isQuiet: true, ...about });
  await markSent(trx, applicationId, now);
  return 'sent';
};

/** Confirms by text message that an application from a public page arrived, with the link to it. */
export const sendReceivedSms = (change: Change, deps: SmsDeps, owner: TimelessSms): Promise<TextOutcome> =>
  sendTimelessSms(change, deps, { ...owner, name: 'received' });
