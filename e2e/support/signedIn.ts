import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { signIn } from './dashboard';

const states = new Map<string, BrowserContextOptions['storageState']>();

/** What a browser holds in which a demo account is signed in; each signs in once. Nothing for a guest. */
export const stateOf = async (browser: Browser, name: string): Promise<BrowserContextOptions['storageState']> => {
  if (name === 'guest') return undefined;
  if (!states.has(name)) {
    const context = await browser.newContext({ locale: 'en' });
    await signIn(await context.newPage(), name);
    states.set(name, await context.storageState());
    await context.close();
  }
  return states.get(name);
};

/** Where the dashboard keeps who is signed in: src/store/persist.ts. */
const SESSION = 'persist:session';
/** Not those of `stateOf`: a journey may end the one that it has, which is then made anew. */
const sessions = new Map<string, string>();

const takeUp = async (page: Page, session: string): Promise<boolean> => {
  // A page of this origin on which no program runs.
  await page.goto('/dashboard/icon.svg');
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [SESSION, session]);
  await page.goto('/dashboard/');
  const frame = page.getByRole('navigation', { name: 'Main' });
  const form = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(frame.or(form)).toBeVisible();
  return frame.isVisible();
};

/** Begins where a demo account begins that has signed in; with the form only the first time, and when that session has ended. */
export const enterAs = async (page: Page, name: string): Promise<void> => {
  const session = sessions.get(name);
  if (session && (await takeUp(page, session))) return;
  await signIn(page, name);
  const stored = () => page.evaluate((key) => localStorage.getItem(key), SESSION);
  await expect.poll(stored).toContain('"accessToken":"\\"');
  sessions.set(name, (await stored())!);
};
