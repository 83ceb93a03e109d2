import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { PASSWORD_PROOF_MINUTES } from '../../contract/constants/limits';
import type { SessionPayload } from '../../contract/schemas/session';
import { now } from './clock';
import { PASSWORD } from './dashboard';
import { world, type World } from './world';

/** The key under which the dashboard stores its session: src/store/persist.ts. */
const STORED_SESSION = 'persist:session';

/** Milliseconds after which a shared session is replaced, before the server asks for the password again. */
const RENEW_AFTER_MS = (PASSWORD_PROOF_MINUTES / 2) * 60_000;

/** The shared sessions of each world, by demo account. */
const sessions = new WeakMap<World, Map<string, { token: string; since: number }>>();

const sessionsHere = () => {
  const here = sessions.get(world()) ?? new Map<string, { token: string; since: number }>();
  sessions.set(world(), here);
  return here;
};

const payloadOf = async (answer: { json: () => Promise<unknown> }) =>
  ((await answer.json()) as { payload: SessionPayload }).payload;

/** Starts a new session of a demo account over HTTP. */
export const newSession = async (request: APIRequestContext, name: string): Promise<SessionPayload> => {
  const login = await request.post('/api/user/login', { data: { email: `${name}@demo.test`, password: PASSWORD } });
  expect([name, login.status()]).toEqual([name, 200]);
  return payloadOf(login);
};

/** The session that journeys of this file share; a new one when it is old or a journey ended it. */
export const sessionOf = async (request: APIRequestContext, name: string): Promise<SessionPayload> => {
  const shared = sessionsHere();
  const known = shared.get(name);
  if (known && now() - known.since < RENEW_AFTER_MS) {
    const me = await request.get('/api/user/me', { headers: { authorization: `Bearer ${known.token}` } });
    if (me.ok()) return payloadOf(me);
  }
  const session = await newSession(request, name);
  shared.set(name, { token: session.access_token, since: now() });
  return session;
};

/** Signs a demo account in without the form: the next page that this tab loads belongs to the account. */
export const signInAs = async (page: Page, name: string): Promise<void> => {
  const { user, access_token: token } = await sessionOf(page.request, name);
  // redux-persist stores each key of a slice as a JSON text of its own.
  const value = JSON.stringify({ user: JSON.stringify(user), accessToken: JSON.stringify(token) });
  await page.addInitScript(
    ([key, session]) => {
      // Stores the session only once, so that the tab may sign out and keeps its own data on reloads.
      if (sessionStorage.getItem(key) !== null) return;
      sessionStorage.setItem(key, 'signed in');
      localStorage.setItem(key, session);
    },
    [STORED_SESSION, value] as const,
  );
};

/** Signs a demo account in without the form and opens a page of the dashboard. */
export const enterAs = async (page: Page, name: string, path = '/jobs'): Promise<void> => {
  await signInAs(page, name);
  await page.goto(`/dashboard${path}`);
};
