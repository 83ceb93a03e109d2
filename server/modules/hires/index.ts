import { FIRST_DAY_UNDO_MINUTES, type ReminderKind } from '../../../contract/constants/attendance';
import { textOrNull } from '../../../contract/constants/cleanText';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { dayAt, fromWallTime, previousDay, wallTime } from '../../../contract/zone';
import { isNight } from '../../../contract/rules/night';
import type { Language } from '../../../contract/constants/options';
import { longWhen, type ZoneReader } from '../../platform/outgoing/workerSms';
import { readTexts } from '../../platform/messages';
import type { FirstDay, FirstDayBody } from '../../../contract/schemas/firstDay';
import { type Change, inChange, clearFacts, recordFacts } from '../../platform/change';
import { appendMessage, isBlocked } from '../chat';
import { sendLinkSms, type SmsDeps } from '../workerLinks';
import { findWorkerLocale } from '../workers';
import * as repository from './repository';
import type { HiredApplication } from './repository';
import { audit, userActor, type Actor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { changedRow, notifyDecided, withDeclinedRow } from '../applications';
import { appointmentTimes, checkNotEnded, instantOf } from '../appointments';
import { lockApplication } from '../jobs';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/firstDay';
import { HOUR, MINUTE } from '../../../contract/constants/time';
import { sha256 } from '../../platform/secrets';
import { route } from '../../platform/http/route';

const EVENING = '18:00:00';
const SOON_HOURS = 2;

/** The fields of a first day that the employer sets. */
export interface FirstDayPlan {
  startsAt: Date;
  place: string | null;
  askFor: string | null;
  bring: string | null;
}

/** A stored first day. */
export interface StoredFirstDay extends FirstDayPlan {
  confirmedAt: Date | null;
  started: boolean | null;
  recordedAt: Date | null;
}

/** Returns a text that changes with the time and place of a first day, for a form that confirms what it shows. */
export const meetingKey = ({ startsAt, place }: Pick<FirstDayPlan, 'startsAt' | 'place'>): string =>
  sha256(`${startsAt.getTime()} ${place ?? ''}`).toString('base64url');

/** Returns whether two plans have the same time and place, so that the worker's confirmation stays valid. */
export const isSameMeeting = (one: FirstDayPlan, other: FirstDayPlan): boolean => meetingKey(one) === meetingKey(other);

export const isSamePlan = (one: FirstDayPlan, other: FirstDayPlan): boolean =>
  isSameMeeting(one, other) && one.askFor === other.askFor && one.bring === other.bring;

interface OutcomeMoment {
  firstDay: Pick<StoredFirstDay, 'startsAt' | 'started' | 'recordedAt'> | undefined;
  /** Null removes the record. */
  started: boolean | null;
  now: Date;
}

/** Returns why the outcome of a first day cannot be recorded, changed or removed, or null when it can. */
export const refusalOfOutcome = ({ firstDay, started, now }: OutcomeMoment): ErrorKey | null => {
  if (!firstDay) return ERROR_KEYS.firstDayMissing;
  if (firstDay.started === started) return null;
  if (now < firstDay.startsAt) return ERROR_KEYS.firstDayAhead;
  const age = firstDay.recordedAt ? now.getTime() - firstDay.recordedAt.getTime() : 0;
  return age > FIRST_DAY_UNDO_MINUTES * MINUTE ? ERROR_KEYS.feedbackTooOld : null;
};

export interface PlannedReminder {
  kind: Extract<ReminderKind, 'first_day_evening' | 'first_day_soon'>;
  dueAt: Date;
}

/**
 * Returns the reminders of a first day that are still ahead: at 18:00 of the day before, and two hours before unless
 * that is at night.
 */
export const remindersOfFirstDay = (startsAt: Date, timeZone: string, now: Date): PlannedReminder[] => {
  const evening = fromWallTime(`${previousDay(dayAt(startsAt, timeZone))} ${EVENING}`, timeZone);
  const soon = new Date(startsAt.getTime() - SOON_HOURS * HOUR);
  const planned: PlannedReminder[] = [];
  if (evening !== null) planned.push({ kind: 'first_day_evening', dueAt: new Date(evening) });
  if (!isNight(soon, timeZone)) planned.push({ kind: 'first_day_soon', dueAt: soon });
  return planned.filter(({ dueAt }) => dueAt > now);
};

type Line = 'set' | 'changed' | 'place' | 'askFor' | 'bring';
const texts = readTexts<Record<Line, Record<Language, string>>>('firstDay.json');

interface TextOptions extends ZoneReader {
  timeZone: string;
  /** Whether this changes a first day that the worker already knows. */
  isChange: boolean;
}

/** Returns the worker's text about the first day: plain text with one line for each field that is set. */
export const firstDayText = (plan: FirstDayPlan, { language, country, timeZone, isChange }: TextOptions): string => {
  const line = (name: Line, value: string | null) =>
    value === null ? [] : [texts()[name][language].replace('{value}', () => value)];
  return [
    ...line(isChange ? 'changed' : 'set', longWhen(plan.startsAt, { language, country, timeZone })),
    ...line('place', plan.place),
    ...line('askFor', plan.askFor),
    ...line('bring', plan.bring),
  ].join('\n');
};

const presentFirstDay = (
  { startsAt, confirmedAt, recordedAt, ...others }: StoredFirstDay,
  timeZone: string,
): FirstDay => ({
  ...others,
  startsAt: wallTime(startsAt, timeZone),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  recordedAt: recordedAt?.toISOString() ?? null,
});

interface FirstDayChange {
  plan: FirstDayPlan;
  isChange: boolean;
}

/**
 * Notifies the worker of the first day in the conversation and by a text message with the link. Nobody can write in a
 * blocked conversation, so its worker gets an event instead of the message. Returns whether the worker can be reached.
 */
const notifyFirstDay = async (
  change: Change,
  deps: SmsDeps,
  { id, organisationId, jobId, userId, workerId }: HiredApplication,
  { plan, isChange }: FirstDayChange,
): Promise<boolean> => {
  const { timeZone } = deps.settings;
  const body = firstDayText(plan, { isChange, timeZone, ...(await findWorkerLocale(change.trx, workerId)) });
  const sms = { applicationId: id, organisationId, userId, workerId, startAt: plan.startsAt };
  const told = await sendLinkSms(change, deps, { ...sms, name: 'firstDay' });
  if (await isBlocked(change.trx, { userId, workerId })) {
    const data = { applicationId: id, jobId, status: 'accepted', text: body, ...told.eventData };
    change.emit({ type: 'application_status', workerId, data });
  } else {
    const payload = { applicationId: id, ...told.payload };
    const eventData = { applicationId: id, firstDay: true, ...told.eventData };
    const message = { sender: 'system', type: 'text', body, payload, eventData, hasOwnSms: true } as const;
    await appendMessage(change, { userId, workerId }, message);
  }
  return !told.payload.notTold;
};

interface Call extends Caller {
  deps: Deps;
  id: number;
}

const record = ({ trx, clock }: Change, actor: Actor, id: number, action: string, details = {}) =>
  audit({ trx, clock }, actor, action, ['application', id], details);

/** Returns whether the worker can be reached, or undefined when nothing changed. */
const setFirstDay = async (
  change: Change,
  call: Call,
  plan: FirstDayPlan,
  checkStart: () => void,
): Promise<boolean | undefined> => {
  const { trx, now } = change;
  const scope = ownerScope(call.user);
  const { timeZone } = call.deps.settings;
  const application = await lockApplication(trx, scope, call.id);
  const current = application && (await repository.findFirstDay(trx, scope, call.id));
  if (current && isSamePlan(current, plan)) return undefined;
  checkStart();
  if (!application) throw notFound();
  await checkNotEnded(trx, application);
  if (!application.answers.isApplicantAcceptTheOffer) throw conflict(ERROR_KEYS.offerNotAccepted);
  if (current && current.started !== null) throw conflict(ERROR_KEYS.firstDayRecorded);
  const { startsAt } = plan;
  const confirmedAt = current && isSameMeeting(current, plan) ? current.confirmedAt : null;
  await repository.upsertFirstDay(trx, application, { ...plan, confirmedAt });
  await repository.replaceReminders(trx, call.id, { startsAt, planned: remindersOfFirstDay(startsAt, timeZone, now) });
  const action = current ? 'application.first_day_changed' : 'application.first_day_set';
  await record(change, userActor(call), call.id, action, { startAt: wallTime(startsAt, timeZone) });
  const isTold = await notifyFirstDay(change, call.deps, application, { plan, isChange: current !== undefined });
  notifyDecided(change, [application]);
  return isTold;
};

/**
 * Sets or changes the first day and notifies the worker. The same body again changes nothing; another time or place
 * clears the worker's confirmation. Throws 400 on `startsAt`, 404 outside the caller's scope, and 409 for an
 * application that ended, without an accepted offer, and once it is recorded whether the worker started.
 */
export const putFirstDay = (deps: Deps, user: AuthUser, requestId: string, id: number, body: FirstDayBody) =>
  inChange(deps, async (change) => {
    const { timeZone } = deps.settings;
    const plan = {
      startsAt: instantOf(body.startsAt, timeZone, 'startsAt'),
      place: textOrNull(body.place),
      askFor: textOrNull(body.askFor),
      bring: textOrNull(body.bring),
    };
    const checkStart = () => void appointmentTimes(body.startsAt, timeZone, change.now, 'startsAt');
    const isTold = await setFirstDay(change, { deps, user, requestId, id }, plan, checkStart);
    const application = await changedRow(change, deps, ownerScope(user), id);
    return { application, ...(isTold !== undefined && { isTold }) };
  });

/**
 * Records whether the worker started; null removes the record. The same answer again changes nothing. Throws 404
 * outside the caller's scope, and 409 for an application that ended, without a first day, before it begins, and more
 * than 15 minutes after the record.
 */
export const putOutcome = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  { id, started }: { id: number; started: boolean | null },
) =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const scope = ownerScope(user);
    const application = await lockApplication(trx, scope, id);
    if (!application) throw notFound();
    const firstDay = await repository.findFirstDay(trx, scope, id);
    if (firstDay?.started !== started) {
      await checkNotEnded(trx, application);
      const refusal = refusalOfOutcome({ firstDay, started, now });
      if (refusal) throw conflict(refusal);
      await repository.updateOutcome(trx, application, { started, now });
      await record(change, userActor({ user, requestId }), id, 'application.first_day_recorded', { started });
      if (started) await recordFacts(trx, 'started', [id], now);
      else await clearFacts(trx, ['started'], [id]);
      notifyDecided(change, [application]);
    }
    return changedRow(change, deps, scope, id);
  });

type ConfirmDeps = Pick<Deps, 'db' | 'clock'> & { settings: Pick<Deps['settings'], 'timeZone'> };

interface Confirmation {
  applicationId: number;
  workerId: number;
  /** The `meetingKey` of the first day that the worker saw. */
  seen?: string | undefined;
}

/**
 * Records that the worker confirms the first day. A repeat changes nothing. Throws 404 for another worker's
 * application, and 409 without a first day, for a withdrawn application, once it is recorded whether the worker
 * started, and when the worker saw another time or place.
 */
export const confirmFirstDay = (
  deps: ConfirmDeps,
  { applicationId, workerId, seen }: Confirmation,
): Promise<FirstDay> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    const application = await repository.lockOfWorker(trx, applicationId, workerId);
    if (!application) throw notFound();
    const { organisationId } = application;
    const firstDay = await repository.findFirstDay(trx, application, applicationId);
    if (!firstDay || application.status === 'rejected') throw conflict(ERROR_KEYS.firstDayMissing);
    if (firstDay.started !== null) throw conflict(ERROR_KEYS.firstDayRecorded);
    if (seen !== undefined && seen !== meetingKey(firstDay)) throw conflict();
    const { timeZone } = deps.settings;
    if (firstDay.confirmedAt) return presentFirstDay(firstDay, timeZone);
    await repository.updateConfirmed(trx, applicationId, workerId, now);
    const actor = { kind: 'worker', workerId, organisationId } as const;
    await record(change, actor, applicationId, 'application.first_day_confirmed');
    notifyDecided(change, [application]);
    return presentFirstDay({ ...firstDay, confirmedAt: now }, timeZone);
  });

export const registerHires = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.putFirstDay, async ({ user, requestId, params, body }) => ({
    payload: await withDeclinedRow(deps, user, () => putFirstDay(deps, user, requestId, params.id, body)),
  }));

  route(app, contract.putFirstDayOutcome, async ({ user, requestId, params, body }) => {
    const work = () => putOutcome(deps, user, requestId, { ...body, ...params });
    return { payload: { application: await withDeclinedRow(deps, user, work) } };
  });
};
