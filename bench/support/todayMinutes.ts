import type { Browser, Page } from '@playwright/test';
import { addTsxHelper } from './product';
import type { Line } from './report';
import { median, percentile } from './stats';

const PRESSES_MAX = 3;
const DECISIONS = 20;
const DECISIONS_MIN = 10;
const NEXT_MS = 100;
/** How long the person looks at a row. */
const LOOK_MS = 600;

interface Account {
  email: string;
  password: string;
}

/** Counts presses of buttons and keys in the page, over its reloads. Keys that type a character do not count. */
const countPresses = (): void => {
  const count = ({ type, isTrusted, target, key = '' }: Event & { key?: string }) => {
    const isTyping = type === 'keydown' && key.length === 1 && (target as Element).matches('input, textarea');
    if (isTrusted && !isTyping)
      sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
  };
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, count, { capture: true });
};

const fillSignIn = async (page: Page, origin: string, { email, password }: Account): Promise<void> => {
  await page.goto(`${origin}/dashboard/login`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();

/** Signs in on a device that begins with Today and answers the first message. Returns the number of presses. */
const answerFirst = async (page: Page, origin: string, account: Account): Promise<number> => {
  await fillSignIn(page, origin, account);
  await signIn(page);
  await page.waitForURL(/\/jobs$/);
  await page.goto(`${origin}/dashboard/settings`);
  await page.getByRole('switch', { name: /Start on Today/ }).check();
  await page.goto(`${origin}/dashboard/logout`);
  await page.waitForURL(/\/login/);

  await fillSignIn(page, origin, account);
  await page.evaluate(() => sessionStorage.setItem('presses', '0'));
  await signIn(page);
  await page
    .getByRole('link', { name: /^Reply: / })
    .first()
    .click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.pressSequentially('Yes, come at ten.');
  const sent = page.getByText('Sent', { exact: true });
  const anyway = page.getByRole('button', { name: 'Send anyway' });
  await message.press('Enter');
  const presses = Number(await page.evaluate(() => sessionStorage.getItem('presses')));
  // In the workers' night the product asks before each message. That press is not counted, so that the figure does not
  // depend on the hour.
  await sent.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await sent.first().waitFor();
  return presses;
};

declare global {
  interface Window {
    /** Milliseconds from the first key until another row had the focus and was painted; -1 after five seconds. */
    nextRow?: Promise<number>;
  }
}

/** Prepares the page to measure from the next key until another row has the focus. */
const watchNextRow = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const rowOf = () => document.activeElement?.closest('article')?.getAttribute('aria-labelledby') ?? null;
    const from = rowOf();
    const began = performance.now();
    let start = 0;
    addEventListener('keydown', ({ timeStamp }) => (start ||= timeStamp), { capture: true, once: true });
    window.nextRow = new Promise((resolve) => {
      const look = () => {
        const row = rowOf();
        // Not the time of the frame, which may have begun before the key.
        const now = performance.now();
        if (start > 0 && row !== null && row !== from) resolve(now - start);
        else if (now - began > 5_000) resolve(-1);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });

/** Declines the first rows of the group "Decide" with the keyboard. Returns the time until each next row. */
const declineRows = async (page: Page, origin: string): Promise<number[]> => {
  await page.goto(`${origin}/dashboard/today`);
  const rows = page.getByRole('region', { name: /^Decide/ }).getByRole('article');
  await rows.first().waitFor();
  await rows.first().focus();
  const waits: number[] = [];
  const most = Math.min(DECISIONS, (await rows.count()) - 1);
  if (most < DECISIONS_MIN) throw new Error(`only ${most + 1} rows wait for a decision on Today`);
  while (waits.length < most) {
    await page.waitForTimeout(LOOK_MS);
    await watchNextRow(page);
    await page.keyboard.press('r');
    const wait = (await page.evaluate(() => window.nextRow)) ?? -1;
    if (wait < 0) throw new Error(`no row followed after ${waits.length}`);
    waits.push(wait);
  }
  return waits;
};

/** Measures Today: the presses from the sign-in form to the first answer, and the time to the next row. */
export const measureToday = async (browser: Browser, origin: string, account: Account): Promise<Line[]> => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await addTsxHelper(context);
  await context.addInitScript(countPresses);
  const page = await context.newPage();
  const presses = await answerFirst(page, origin, account);
  const waits = await declineRows(page, origin);
  await context.close();
  const p95 = percentile(waits, 0.95);
  return [
    {
      what: 'presses from the sign-in form to the first answer, for those who begin with Today',
      figures: String(presses),
      bound: `≤ ${PRESSES_MAX}`,
      ok: presses <= PRESSES_MAX,
    },
    {
      what: `next row of Today after a decision (keys, ${waits.length} decisions)`,
      figures: `median ${Math.round(median(waits))} ms, p95 ${Math.round(p95)} ms`,
      bound: `p95 ≤ ${NEXT_MS} ms`,
      ok: p95 <= NEXT_MS,
    },
  ];
};
