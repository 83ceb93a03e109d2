import { LATE_MINUTES, type Attendance } from '../../contract/constants/attendance';
import { MINUTE } from '../../contract/constants/time';
import { type Personality, personalityOf, newcomerProfile, pointOf } from './newcomer';
import { createRandom } from '../seeds/insert';
import { replyTo, type SimulatedProfile } from './replyTo';
import { passwordHashesOf } from '../modules/account';
import { verifyPassword } from '../platform/auth/passwords';
import type { Db } from '../platform/database/schema';

const TIMEOUT_MS = 10_000;

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** `status` 0: there was no response. `payload` exists only when `ok`. */
interface GatewayAnswer {
  ok: boolean;
  status: number;
  payload: unknown;
}

/** Sends one call to the worker gateway; never throws. */
type GatewayCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<GatewayAnswer>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Creates a client of the gateway at `baseUrl` (without a final slash). See docs/API.md#gateway. */
const gatewayClient =
  (baseUrl: string, gatewayKey: string, fetch: Fetch, stopped: AbortSignal): GatewayCall =>
  async (method, path, body) => {
    try {
      const response = await fetch(`${baseUrl}/worker-gateway${path}`, {
        method,
        headers: {
          'X-Gateway-Key': gatewayKey,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json().catch(() => null);
      return { ok: response.ok, status: response.status, payload: isRecord(answer) ? answer.payload : undefined };
    } catch {
      return { ok: false, status: 0, payload: undefined };
    }
  };

interface LinkForm {
  /** The last part of the form's address. */
  action: 'attendance' | 'first-day';
  fields: Record<string, string>;
}

/** Answers on the page of a link as a browser does: reads the page, then sends its form. Never throws. */
type LinkPress = (link: string, form: LinkForm) => Promise<GatewayAnswer>;

/** Opens links at `baseUrl`, because the public address may not lead here. */
const linkClient =
  (baseUrl: string, fetch: Fetch, stopped: AbortSignal): LinkPress =>
  async (link, { action, fields }) => {
    const signal = () => AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const page = baseUrl + new URL(link).pathname;
      const shown = await fetch(page, { signal: signal() });
      await shown.text();
      if (!shown.ok) return { ok: false, status: shown.status, payload: undefined };
      const { status } = await fetch(`${page}/${action}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
        signal: signal(),
      });
      return { ok: status === 303, status, payload: undefined };
    } catch {
      return { ok: false, status: 0, payload: undefined };
    }
  };

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const recordsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo123!';

const emails = (...names: string[]): string[] => names.map((name) => `${name}@demo.test`);

/** The accounts of the demo world: those that may sign in, and those that are refused with a reason. */
export const DEMO_ACCOUNTS = emails('root', 'hr', 'branch', 'company', 'empty', 'other');
export const REFUSED_DEMO_ACCOUNTS = emails('closed', 'worker');

/** A worker's answer on the page of the link or through the gateway. */
interface AttendanceReply {
  answer: Attendance | 'accept';
  minutes?: number;
}

/** Returns whether a message announces a first day or reminds the worker of it. */
const isAboutFirstDay = ({ firstDay, reminder }: Record<string, unknown>): boolean =>
  firstDay === true || reminder === 'first_day_evening' || reminder === 'first_day_soon';

/**
 * Returns the worker's answer to a reminder, or null for none. Reminders of an invitation make those accept who first
 * ignored it; reminders of an accepted appointment are answered by habit.
 */
const replyToReminder = (kind: unknown, personality: Personality): AttendanceReply | null => {
  const { reminders, invitations, variant } = personality;
  if (kind === 'invitation') return invitations === 'ignores' && reminders === 'comes' ? { answer: 'accept' } : null;
  if (kind !== 'day_before' && kind !== 'soon') return null;
  if (reminders === 'comes') return { answer: 'coming' };
  if (reminders === 'comesLate') return { answer: 'late', minutes: LATE_MINUTES[variant % LATE_MINUTES.length] ?? 10 };
  if (reminders === 'cannotCome') return { answer: 'cannot' };
  return reminders === 'wantsAnotherTime' ? { answer: 'other_time' } : null;
};

interface SimulatedTimers {
  set(task: () => void, milliseconds: number): unknown;
  clear(handle: unknown): void;
}

interface SimulatedWorkersOptions {
  /** The server's address without a final slash. */
  baseUrl: string;
  gatewayKey: string;
  seed: number;
  /** Returns whether a worker is made up. People who applied to try the demo out answer for themselves. */
  isMadeUp: (workerId: number) => Promise<boolean>;
  fetch?: Fetch;
  /** Returns the present in UTC milliseconds. */
  clock?: () => number;
  timers?: SimulatedTimers;
  log?: { debug(details: object, message: string): void };
  /** Milliseconds between two polls for events, and between two new applicants; 0 means never. */
  pollEvery?: number;
  applyEvery?: number;
}

/** Milliseconds after which an event is too old: after a restart no worker answers yesterday's messages. */
const STALE = 10 * MINUTE;
const PAGE = 200;
const LONGEST_PAUSE = 60_000;
const TRIES = 4;
const FIRST_RETRY = 2000;

/** Timers that do not keep the process alive. */
const processTimers: SimulatedTimers = {
  set: (task, milliseconds) => setTimeout(task, milliseconds).unref(),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

const mayPass = ({ status }: GatewayAnswer): boolean => status === 0 || status === 429 || status >= 500;

/**
 * Starts workers who use the gateway as any other client. Some answer messages and invitations, some do not, and now
 * and then a new one applies. After a failure they wait and retry; nothing is ever thrown (docs/API.md#demo).
 */
export const startSimulatedWorkers = (options: SimulatedWorkersOptions): { stop(): void } => {
  const { baseUrl, gatewayKey, seed, isMadeUp, log, pollEvery = 2000, applyEvery = 240_000 } = options;
  const { fetch = globalThis.fetch, clock = Date.now, timers = processTimers } = options;
  const ended = new AbortController();
  const call = gatewayClient(baseUrl, gatewayKey, fetch, ended.signal);
  const press = linkClient(baseUrl, fetch, ended.signal);
  const pending = new Set<unknown>();
  let after = 0;
  let failures = 0;
  let newcomers = 0;

  const later = (milliseconds: number, task: () => Promise<void>): void => {
    if (ended.signal.aborted) return;
    const handle = timers.set(() => {
      pending.delete(handle);
      if (ended.signal.aborted) return;
      task().catch((error: unknown) => log?.debug({ err: error }, 'simulated worker failed'));
    }, milliseconds);
    pending.add(handle);
  };

  /** Repeats a call until it succeeds, is refused for good or has failed too often. `what` is its name in the log. */
  const retry = async (what: string, ask: () => Promise<GatewayAnswer>, tries = 1): Promise<void> => {
    const answer = await ask();
    if (answer.ok) return;
    log?.debug({ path: what, status: answer.status }, 'simulated worker was refused');
    if (mayPass(answer) && tries < TRIES) later(FIRST_RETRY * 2 ** (tries - 1), () => retry(what, ask, tries + 1));
  };
  const send = (method: 'POST' | 'PUT', path: string, body: unknown): Promise<void> =>
    retry(path, () => call(method, path, body));
  /** Sends a form of the worker's page. The log must not contain the link, which is a key. */
  const sendForm = (link: string, form: LinkForm): Promise<void> =>
    retry(`/w/…/${form.action}`, () => press(link, form));

  const onMessage = (workerId: number, data: Record<string, unknown>): void => {
    const threadId = idOf(data.threadId);
    const messageId = idOf(data.messageId);
    if (data.sender !== 'employer' || typeof data.body !== 'string' || !threadId || !messageId) return;
    const personality = personalityOf(workerId, seed);
    const body = replyTo(data.body, recordOf(data.worker) as SimulatedProfile, personality);
    if (body === null) return;
    // The id derives from the message, so that an event that is read twice gets one answer.
    const reply = { workerId, body, client_message_id: `sim-${messageId}` };
    later(personality.replyDelay * 1000, () => send('POST', `/threads/${threadId}/messages`, reply));
  };

  const onReminder = (workerId: number, data: Record<string, unknown>): void => {
    const personality = personalityOf(workerId, seed);
    const reply = replyToReminder(data.reminder, personality);
    const id = idOf(data.appointmentId);
    if (!reply || !id) return;
    const { answer, minutes } = reply;
    const { link } = data;
    const answerByLink = typeof link === 'string' && (personality.usesLink || answer === 'accept');
    const fields = { answer, ...(minutes !== undefined && { minutes: String(minutes) }) };
    later(personality.invitationDelay * 1000, () => {
      if (answerByLink) return sendForm(link, { action: 'attendance', fields });
      if (answer === 'accept') return send('PUT', `/appointments/${id}/status`, { workerId, status: 'active' });
      return send('PUT', `/appointments/${id}/attendance`, { workerId, ...reply });
    });
  };

  const onFirstDay = (workerId: number, data: Record<string, unknown>): void => {
    const { reminders, usesLink, invitationDelay } = personalityOf(workerId, seed);
    const id = idOf(data.applicationId);
    if (!id || !isAboutFirstDay(data) || reminders === 'ignores') return;
    const { link } = data;
    later(invitationDelay * 1000, () => {
      if (usesLink && typeof link === 'string')
        return sendForm(link, { action: 'first-day', fields: { confirm: 'yes' } });
      return send('PUT', `/applications/${id}/first-day/confirmation`, { workerId });
    });
  };

  const onAppointment = (workerId: number, data: Record<string, unknown>): void => {
    const id = idOf(data.appointmentId);
    if (data.status !== 'WAITING' || !id) return;
    const { invitations, invitationDelay, cancelsLater, usesLink } = personalityOf(workerId, seed);
    if (invitations === 'ignores') return;
    const answer = (status: string) => () => send('PUT', `/appointments/${id}/status`, { workerId, status });
    const { link } = data;
    const accept =
      usesLink && typeof link === 'string'
        ? () => sendForm(link, { action: 'attendance', fields: { answer: 'accept' } })
        : answer('active');
    later(invitationDelay * 1000, invitations === 'accepts' ? accept : answer('rejected'));
    if (invitations === 'accepts' && cancelsLater) later(invitationDelay * 6000, answer('applicant_cancelled'));
  };

  const look = async (): Promise<void> => {
    const answer = await call('GET', `/events?after=${after}&limit=${PAGE}`);
    const events = recordsOf(answer.payload);
    failures = answer.ok ? 0 : failures + 1;
    for (const event of events) {
      after = Math.max(after, idOf(event.seq) ?? 0);
      const workerId = idOf(event.workerId);
      if (!workerId || clock() - Date.parse(String(event.at)) > STALE) continue;
      if (!(await isMadeUp(workerId).catch(() => false))) continue;
      if (event.type === 'message') onMessage(workerId, recordOf(event.data));
      if (event.type === 'message') onReminder(workerId, recordOf(event.data));
      if (event.type === 'message') onFirstDay(workerId, recordOf(event.data));
      if (event.type === 'appointment') onAppointment(workerId, recordOf(event.data));
    }
    const pause = events.length === PAGE ? 0 : Math.min(LONGEST_PAUSE, pollEvery * 2 ** Math.min(failures, 10));
    later(pause, look);
  };

  const apply = async (): Promise<void> => {
    newcomers += 1;
    const random = createRandom(seed + newcomers * 7919);
    later(applyEvery * random.between(0.5, 1.5), apply);
    const jobs = recordsOf((await call('GET', '/jobs?page=1&limit=100')).payload);
    if (jobs.length === 0) return;
    const job = random.pick(jobs);
    const place = pointOf(recordsOf(job.locations)[0]?.location);
    const profile = newcomerProfile(random, place, String(recordOf(job.position).name ?? ''), clock());
    // The time in the id separates the new applicants of two runs.
    const externalId = `sim-${clock().toString(36)}-${newcomers}`;
    const answer = await call('PUT', `/workers/${externalId}`, profile);
    const workerId = idOf(recordOf(recordOf(answer.payload).worker).id);
    if (workerId) await send('POST', `/jobs/${String(job.id)}/applications`, { workerId });
    else log?.debug({ status: answer.status }, 'a newcomer was refused');
  };

  later(pollEvery, look);
  if (applyEvery > 0) later(applyEvery, apply);
  return {
    stop: () => {
      ended.abort();
      for (const handle of pending) timers.clear(handle);
      pending.clear();
    },
  };
};

/** Returns whether a demo account of the store still has the public demo password. */
export const hasKnownPasswords = async (db: Db): Promise<boolean> => {
  for (const hash of await passwordHashesOf(db, DEMO_ACCOUNTS))
    if (await verifyPassword(hash, DEMO_PASSWORD)) return true;
  return false;
};
