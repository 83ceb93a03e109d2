import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { PASSWORD_PROOF_MINUTES } from '../../contract/constants/limits';
import type { SessionPayload } from '../../contract/schemas/session';
import { PASSWORD } from './dashboard';

/** The key under which the dashboard stores its session: src/store/persist.ts. */
const STORED_SESSION = 'persist:session';

/** A shared session is replaced long before the server would ask for its password again. */
const RENEW_AFTER_MS = (PASSWORD_PROOF_MINUTES / 2) * 60_000;

/** The sessions of this worker's demo accounts, by account. */
const sessions = new Map<string, { token: string; since: number }>();

const payloadOf = async (answer: { json: () => Promise<unknown> }) =>
  ((await answer.json()) as { payload: SessionPayload }).payload;

/** Starts a new session of a demo account over HTTP. */
export const newSession = async (request: APIRequestContext, name: string): Promise<SessionPayload> => {
  const login = await request.post('/api/user/login', { data: { email: `${name}@demo.test`, password: PASSWORD } });
  expect([name, login.status()]).toEqual([name, 200]);
  return payloadOf(login);
};

/** The session that journeys of this worker share; a new one when it is old or a journey ended it. */
export const sessionOf = async (request: APIRequestContext, name: string): Promise<SessionPayload> => {
  const known = sessions.get(name);
  if (known && Date.now() - known.since < RENEW_AFTER_MS) {
    const me = await request.get('/api/user/me', { headers: { authorization: `Bearer ${known.token}` } });
    if (me.ok()) return payloadOf(me);
  }
  const session = await newSession(request, name);
  sessions.set(name, { token: session.access_token, since: Date.now() });
  return session;
};

/** Signs a demo account in without the form: the next page that this tab loads belongs to the account. */
export const signInAs = async (page: Page, name: string): Promise<void> => {
  const { user, access_token: token } = await sessionOf(page.request, name);
  // redux-persist stores each key of a slice as a JSON text of its own.
  const value = JSON.stringify({ user: JSON.stringify(user), accessToken: JSON.stringify(token) });
  await page.addInitScript(
    ([key, session]) => {
      // Once: after that the tab may sign out, and its reloads keep what it stored.
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
