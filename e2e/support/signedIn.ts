import type { Browser, BrowserContextOptions } from '@playwright/test';
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
