import type { Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { outOfNight } from '../../platform/night';
import { countTexts, enqueue, hasTextLeft, withdrawTexts, withdrawTextsAbout } from '../../platform/outgoing/enqueue';
import type { WorkerSmsName } from '../../platform/outgoing/mails';
import { workerSms } from '../../platform/outgoing/workerSms';
import { formatDialNumber, findWorkerLocale } from '../workers';
import { findReader, markSent, type LinkOwner, type Reader } from './repository';
import { receivesSms, isUrgent, reachOf } from './rules';
import { linkOf, type LinkDeps } from './service';

const DAY_MS = 86_400_000;
/** Text messages to one phone in 24 hours: a limit against repeated invitations and cancellations. */
const TEXTS_A_DAY = 20;

export type SmsDeps = LinkDeps & { settings: Pick<Deps['settings'], 'timeZone'> };

interface LinkSms extends LinkOwner {
  /** The owner of the job, whose name the text begins with. */
  userId: number;
  name: WorkerSmsName;
  /** When the appointment or the first day begins. */
  startAt: Date;
  appointmentId?: number;
  /** With `moved`: when the appointment was to begin before. */
  before?: Date;
}

interface Text {
  sms: LinkSms;
  reader: Reader;
  link: string;
}

/** How a worker with a link is notified. */
interface SentLink {
  /**
   * What the employer reads in the message: that a link was sent, and never the link; or that no text message could be
   * sent to somebody who hears by nothing else.
   */
  payload: { linkSent?: true; notTold?: true };
  /** What the event names, so that the worker's product gets the link. The stored event does not hold the link. */
  eventData: { linkOf?: number };
}

/** Returns whether a phone got as many text messages in 24 hours as it may. */
const hasEnough = async ({ trx, now }: Change, phone: string): Promise<boolean> =>
  (await countTexts(trx, phone, new Date(now.getTime() - DAY_MS))) >= TEXTS_A_DAY;

/**
 * Sends a text message with the link to a worker who hears by text message: after the night, but at once that an early
 * appointment is cancelled or moved. It replaces a text about the same application that has not left; where it cannot leave
 * itself, the earlier one stays.
 */
const sendText = async (change: Change, deps: SmsDeps, { sms, reader, link }: Text): Promise<boolean> => {
  const { trx, now } = change;
  const { timeZone } = deps.settings;
  const { name, startAt, workerId, appointmentId, before } = sms;
  const morning = outOfNight(now, timeZone);
  const calledOff = name === 'cancelled' ? startAt : before;
  const isUrgentText = calledOff !== undefined && isUrgent(calledOff, morning);
  const at = isUrgentText ? now : morning;
  const phone = formatDialNumber(reader.phone, reader.countryCode);
  if (!phone || at >= startAt || (await hasEnough(change, phone))) return false;
  await withdrawTexts(trx, link);
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
    ...(appointmentId !== undefined && { appointmentId }),
  });
  return true;
};

/** Sends a worker the link with a text: by text message, and by an event where products carry links. */
export const sendLinkSms = async (change: Change, deps: SmsDeps, sms: LinkSms): Promise<SentLink> => {
  const { workerLinks } = deps.settings;
  const reader = await findReader(change.trx, sms);
  const isReceiving = reader !== undefined && receivesSms(workerLinks, reader);
  const isCarried = workerLinks === 'all';
  const link = isReceiving || isCarried ? await linkOf(change, deps, sms) : null;
  const isTexted = isReceiving && link !== null && (await sendText(change, deps, { sms, reader, link }));
  const hasProduct = reader !== undefined && reachOf(workerLinks, reader) === 'product';
  if (!isTexted && !hasProduct) return { payload: { notTold: true }, eventData: {} };
  if (!isTexted && (!isCarried || link === null)) return { payload: {}, eventData: {} };
  await markSent(change.trx, sms.applicationId, change.now);
  return { payload: { linkSent: true }, eventData: isCarried ? { linkOf: sms.applicationId } : {} };
};

interface ChangedAppointment extends Omit<LinkSms, 'name' | 'appointmentId' | 'before'> {
  id: number;
  /** Since when text messages about it may have left. */
  invitedAt: Date;
  /** The worker accepted it, perhaps before its time changed, and so knows of it. */
  wasAccepted: boolean;
}

/** Removes the text messages about an appointment that have not left. Returns whether the worker knows of it. */
const withdrawInvitation = async (
  { trx }: Change,
  { id, invitedAt, wasAccepted }: Pick<ChangedAppointment, 'id' | 'invitedAt' | 'wasAccepted'>,
): Promise<boolean> => {
  await withdrawTextsAbout(trx, id);
  return wasAccepted || (await hasTextLeft(trx, id, invitedAt));
};

/**
 * Tells a worker by text message that an appointment is cancelled. Where the invitation has not left, it is removed and the
 * worker hears of neither.
 */
export const sendCancelledSms = async (
  change: Change,
  deps: SmsDeps,
  { id, invitedAt, wasAccepted, ...sms }: ChangedAppointment,
): Promise<void> => {
  if (await withdrawInvitation(change, { id, invitedAt, wasAccepted }))
    await sendLinkSms(change, deps, { ...sms, appointmentId: id, name: 'cancelled' });
};

/**
 * Tells a worker by text message that an appointment has another time, or another place where `before` is null. Where
 * the invitation has not left, the worker is invited to the new time and hears nothing of the old one.
 */
export const sendMovedSms = async (
  change: Change,
  deps: SmsDeps,
  { id, invitedAt, wasAccepted, before, ...sms }: ChangedAppointment & { before: Date | null },
): Promise<SentLink> => {
  const isKnown = await withdrawInvitation(change, { id, invitedAt, wasAccepted });
  const text = isKnown && before ? { name: 'moved' as const, before } : { name: 'invited' as const };
  return sendLinkSms(change, deps, { ...sms, appointmentId: id, ...text });
};

type TimelessSms = LinkOwner & Pick<LinkSms, 'userId'>;
type TimelessName = Extract<
  WorkerSmsName,
  'received' | 'shortlisted' | 'positive' | 'offer' | 'hired' | 'declined' | 'reopened' | 'message' | 'dataReady'
>;

/** What became of a text message: it leaves, it has to wait because the phone had its texts of the day, or it cannot leave. */
type TextOutcome = 'sent' | 'later' | 'none';

/** Sends a text message with the link about something without a time. */
export const sendTimelessSms = async (
  change: Change,
  deps: SmsDeps,
  { name, ...owner }: TimelessSms & { name: TimelessName },
): Promise<TextOutcome> => {
  const { trx, now } = change;
  const { workerLinks, timeZone } = deps.settings;
  const reader = await findReader(trx, owner);
  const phone = reader && formatDialNumber(reader.phone, reader.countryCode);
  if (!reader || !phone || !receivesSms(workerLinks, reader)) return 'none';
  // An answer to a request for the data is owed, and each is asked for by the person.
  if (name !== 'dataReady' && (await hasEnough(change, phone))) return 'later';
  const link = await linkOf(change, deps, owner);
  if (link === null) return 'none';
  const locale = await findWorkerLocale(trx, owner.workerId);
  const notBefore = outOfNight(now, timeZone);
  const { companyName: company } = reader;
  const text = workerSms({ name, company, at: null, link, ...locale, timeZone });
  const usefulUntil = new Date(notBefore.getTime() + DAY_MS);
  await enqueue(trx, now, { channel: 'sms', phone, text, notBefore, usefulUntil, isQuiet: true });
  await markSent(trx, owner.applicationId, now);
  return 'sent';
};

/** Tells somebody who applied on a public page that the application arrived, with the link to it. */
export const sendReceivedSms = (change: Change, deps: SmsDeps, owner: TimelessSms): Promise<TextOutcome> =>
  sendTimelessSms(change, deps, { ...owner, name: 'received' });
