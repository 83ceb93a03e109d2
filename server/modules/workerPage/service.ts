import { randomBytes } from 'node:crypto';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { AppError, conflict } from '../../platform/errors';
import { answerAsWorker, recordAttendance, statusAt } from '../appointments';
import { readAsWorker, sendAsWorker } from '../chat';
import { withdrawAsWorker } from '../decisions';
import { confirmFirstDay } from '../hires';
import { addRequest } from '../privacy';
import { takePrivacyTry, type OpenLink } from './access';
import {
  FormRefusal,
  readAttendance,
  readMessage,
  readPrivacy,
  requireConfirm,
  type Action,
  type AttendanceForm,
  type Done,
  type Problem,
} from './forms';
import { findAppointment, type PageAppointment, findFirstDay, listNewest } from './repository';
import type { Language } from '../../../contract/constants/options';
import { sayIn, createTimes } from './page/parts';
import type { View } from './page/view';
import { isStillDone, MESSAGES_SHOWN, stateOf } from './rules';

interface Press {
  deps: Deps;
  open: OpenLink;
  form: URLSearchParams;
}

const appointmentOf = async ({ deps, open }: Press): Promise<PageAppointment> => {
  const { appointmentId } = open.application;
  const appointment = appointmentId === null ? undefined : await findAppointment(deps.db, open.link, appointmentId);
  if (!appointment) throw conflict();
  return appointment;
};

/** Returns whether the answer is already recorded, for example by a second tap. */
const isAnswered = (answer: AttendanceForm['answer'], { status }: PageAppointment): boolean =>
  (answer === 'accept' && status === 'ACTIVE') ||
  (answer === 'cannot' && (status === 'REJECTED' || status === 'APPLICANT_CANCELLED'));

const answer = async ({ deps, open }: Press, appointment: PageAppointment, given: AttendanceForm): Promise<void> => {
  const { workerId } = open.link;
  const { id: appointmentId } = appointment;
  const isWaiting = statusAt(appointment, deps.clock.now()) === 'WAITING';
  if (given.answer === 'accept' || (given.answer === 'cannot' && isWaiting)) {
    const to = given.answer === 'accept' ? 'ACTIVE' : 'REJECTED';
    await answerAsWorker(deps, appointmentId, workerId, to, given.seen);
    return;
  }
  await recordAttendance(deps, { appointmentId, workerId, ...given, answer: given.answer });
};

const attendance = async (press: Press): Promise<Done> => {
  const given = readAttendance(press.form);
  if (press.open.application.status !== 'in_progress') throw conflict();
  const appointment = await appointmentOf(press);
  if (!isAnswered(given.answer, appointment))
    await answer(press, appointment, given).catch(async (error: unknown) => {
      // The other request of a double tap may have been first.
      if (!isAnswered(given.answer, await appointmentOf(press))) throw error;
    });
  return given.answer === 'accept' ? 'accepted' : given.answer;
};

const message = async ({ deps, open, form }: Press): Promise<Done> => {
  const { text, nonce } = readMessage(form);
  const { threadId, takesReplies } = open.application;
  if (threadId === null || !takesReplies) throw conflict();
  const { workerId } = open.link;
  const clientMessageId = `page-${nonce ?? newNonce()}`;
  const { number } = await inChange(deps, (change) =>
    sendAsWorker(deps, change, { threadId, workerId }, { text, clientMessageId }),
  );
  // The reply shows that the worker has read the page.
  await readAsWorker(deps, threadId, workerId, number - 1);
  return 'message';
};

const withdraw = async ({ deps, open, form }: Press): Promise<Done> => {
  requireConfirm(form, 'withdraw');
  const { applicationId, workerId } = open.link;
  const { status: told, isDeclined } = open.application;
  if (told === 'rejected' && !isDeclined) return 'withdrawn';
  if (told !== 'in_progress') throw conflict();
  await withdrawAsWorker(deps, applicationId, { workerId });
  return 'withdrawn';
};

const firstDay = async ({ deps, open, form }: Press): Promise<Done> => {
  requireConfirm(form, 'first-day');
  const { applicationId, workerId } = open.link;
  await confirmFirstDay(deps, { applicationId, workerId, seen: form.get('meeting') ?? undefined });
  return 'confirmed';
};

const privacy = async ({ deps, open, form }: Press): Promise<Done> => {
  const kind = readPrivacy(form);
  await takePrivacyTry(deps, open.link);
  await addRequest(deps, open.link, kind);
  return kind === 'erase' ? 'askedErase' : 'askedData';
};

const PRESSES: Record<Exclude<Action, 'data' | 'file'>, (press: Press) => Promise<Done>> = {
  attendance,
  message,
  withdraw,
  'first-day': firstDay,
  privacy,
};

/** Returns the random text that makes a form that is sent twice one message. */
export const newNonce = (): string => randomBytes(12).toString('base64url');

/**
 * Performs the action of a form. Throws a `FormRefusal` for a wrong field, and when the state has changed since the
 * page was shown.
 */
export const press = async (action: Exclude<Action, 'data' | 'file'>, call: Press): Promise<Done> => {
  try {
    return await PRESSES[action](call);
  } catch (error) {
    if (error instanceof AppError && error.status === 409) throw new FormRefusal({ action, field: null, key: 'gone' });
    throw error;
  }
};

interface ViewOptions {
  language: Language;
  token: string;
  done?: Done | null;
  problem?: Problem | null;
  /** The nonce of a refused reply. */
  nonce?: string | undefined;
}

/** Reads the content of a link's page. It changes nothing, because messengers open links for previews. */
export const viewOf = async (
  { db, clock, settings }: Deps,
  { link, application, privacy }: OpenLink,
  { language, token, done = null, problem = null, nonce = newNonce() }: ViewOptions,
): Promise<View> => {
  const { appointmentId, threadId } = application;
  const appointment = (appointmentId === null ? null : await findAppointment(db, link, appointmentId)) ?? null;
  const firstDay = (await findFirstDay(db, link)) ?? null;
  // Reads one message more than the page shows, to know whether there are older ones.
  const newest = threadId === null ? [] : await listNewest(db, threadId, MESSAGES_SHOWN + 1);
  const { timeZone } = settings;
  const now = clock.now();
  const say = sayIn(language);
  const state = stateOf(application, appointment, now);
  const shown = { state, attendance: appointment?.attendance ?? null, firstDay, privacy };
  return {
    language,
    say,
    times: createTimes(language, timeZone, { say, now }),
    timeZone,
    now,
    path: `/w/${token}`,
    nonce,
    application,
    privacy,
    appointment,
    firstDay,
    messages: newest.slice(-MESSAGES_SHOWN),
    hasOlder: newest.length > MESSAGES_SHOWN,
    done: done && isStillDone(done, shown) ? done : null,
    problem,
  };
};
