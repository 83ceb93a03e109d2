// `npm run bench -- longtasks [runs] [page]`: loads each main page with an empty cache on a slow phone (processor 4×,
// 150 ms, 1.6 Mbit/s) and adds up the main thread's tasks over 50 ms in its first seven seconds. Names what each of
// them was made of. Takes the run with the median sum.
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium';
import { newestAddresses, signIn, startProduct } from './support/product';
import { report, type Line } from './support/report';
import { PHONE, slowPhone } from './support/slowPhone';
import { recordTasks, type Task } from './support/tasks';

const PORT = 3194;
const RUNS = Number(process.argv[2] ?? 5);
/** The beginning of the names of the measured pages; without it all. */
const ONLY = process.argv[3] ?? '';
const WATCHED = 7_000;
const LONG = 50;
const SUM = 300;
/** Names only the parts of a task that take longer than this, in ms. */
const NAMED = 10;

type Session = Exclude<BrowserContextOptions['storageState'], undefined>;

/** Signs in and returns the session with the addresses of one applicant and one conversation. */
const prepare = async (browser: Browser, origin: string) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page, origin, 'company@demo.test');
  const addresses = await newestAddresses(page, origin);
  const session = await context.storageState();
  await context.close();
  return { session, ...addresses };
};

/** Returns the long tasks of one load. */
const load = async (browser: Browser, address: string, session?: Session): Promise<Task[]> => {
  const context = await browser.newContext({ ...PHONE, ...(session && { storageState: session }) });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await slowPhone(cdp);
  const recording = await recordTasks(cdp, { withParts: true });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForTimeout(WATCHED);
  const tasks = await recording.stop();
  const { pathname } = new URL(page.url());
  if (pathname !== new URL(address).pathname) throw new Error(`${address} led to ${pathname}`);
  await context.close();
  return tasks.filter(({ ms }) => ms > LONG);
};

const sumOf = (tasks: readonly Task[]): number => tasks.reduce((sum, { ms }) => sum + ms, 0);

const textOf = ({ at, ms, parts }: Task): string => {
  const named = parts.filter((part) => part.ms > NAMED).slice(0, 5);
  return `${ms.toFixed(0)} at ${(at / 1000).toFixed(1)} s (${named.map((part) => `${part.what} ${part.ms.toFixed(0)}`).join(', ')})`;
};

const run = async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
  const product = await startProduct(PORT);
  try {
    const { origin } = product;
    const { session, conversation, applicant } = await prepare(browser, origin);
    const pages: [name: string, address: string, session?: Session][] = [
      ['login', '/dashboard/login'],
      ['today', '/dashboard/today', session],
      ['jobs', '/dashboard/jobs', session],
      ['applications', '/dashboard/applications?page=1&activeTab=all', session],
      ['applicant', applicant, session],
      ['conversation', conversation, session],
      ['packages', '/dashboard/packages', session],
    ];
    const lines: Line[] = [];
    for (const [name, address, own] of pages.filter(([name]) => name.startsWith(ONLY))) {
      const runs: Task[][] = [];
      for (let at = 0; at < RUNS; at += 1) runs.push(await load(browser, `${origin}${address}`, own));
      const sorted = runs.sort((a, b) => sumOf(a) - sumOf(b));
      const tasks = sorted[Math.floor((sorted.length - 1) / 2)]!;
      console.log(`${name}: ${sorted.map((one) => sumOf(one).toFixed(0)).join(', ')} ms`);
      for (const task of tasks) console.log(`  ${textOf(task)}`);
      lines.push({
        what: name,
        figures: `${sumOf(tasks).toFixed(0)} ms${tasks.length > 0 ? `: ${tasks.map(textOf).join('; ')}` : ''}`,
        bound: `≤ ${SUM} ms`,
        ok: sumOf(tasks) <= SUM,
      });
    }
    if (ONLY === '')
      await report(
        'longtasks',
        `Tasks over ${LONG} ms in the first seven seconds on a slow phone, and what they were made of in ms`,
        lines,
      );
  } finally {
    await product.stop();
    await browser.close();
  }
};

await run();
