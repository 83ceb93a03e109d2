// `npm run bench -- longtasks [runs] [page] [folder]`: loads each main page with an empty cache on a slow phone (processor
// 4×, 150 ms, 1.6 Mbit/s) and adds up the main thread's tasks over 50 ms in its first seven seconds. Names what each of
// them was made of. Takes the run with the median sum. Compares it, in turns, with an earlier commit that is checked out
// and installed in `folder`.
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium';
import { commitOf, newestAddresses, signIn, startProduct } from './support/product';
import { report, type Line } from './support/report';
import { PHONE, slowPhone } from './support/slowPhone';
import { recordTasks, type Task } from './support/tasks';

const PORT = 3194;
const RUNS = Number(process.argv[2] ?? 5);
/** The beginning of the names of the measured pages; without it all. */
const ONLY = process.argv[3] ?? '';
const EARLIER = process.argv[4];
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

type Open = [name: string, address: string, session?: Session];

/** Returns the measured pages of a product. */
const pagesOf = async (browser: Browser, origin: string): Promise<Open[]> => {
  const { session, conversation, applicant } = await prepare(browser, origin);
  const pages: Open[] = [
    ['login', '/dashboard/login'],
    ['today', '/dashboard/today', session],
    ['jobs', '/dashboard/jobs', session],
    ['applications', '/dashboard/applications?page=1&activeTab=all', session],
    ['applicant', applicant, session],
    ['conversation', conversation, session],
    ['packages', '/dashboard/packages', session],
  ];
  return pages
    .filter(([name]) => name.startsWith(ONLY))
    .map(([name, address, own]) => [name, `${origin}${address}`, own]);
};

/** Returns the run with the median sum of each address, measured in turns. */
const medians = async (browser: Browser, sides: readonly Open[]): Promise<Task[][]> => {
  const runs = sides.map((): Task[][] => []);
  for (let at = 0; at < RUNS; at += 1)
    for (const [side, [, address, session]] of sides.entries()) runs[side]!.push(await load(browser, address, session));
  return runs.map((own) => {
    const sorted = own.sort((a, b) => sumOf(a) - sumOf(b));
    console.log(`${sides[0]![0]}: ${sorted.map((one) => sumOf(one).toFixed(0)).join(', ')} ms`);
    return sorted[Math.floor((sorted.length - 1) / 2)]!;
  });
};

const lineOf = (what: string, tasks: readonly Task[]): Line => {
  for (const task of tasks) console.log(`  ${textOf(task)}`);
  return {
    what,
    figures: `${sumOf(tasks).toFixed(0)} ms${tasks.length > 0 ? `: ${tasks.map(textOf).join('; ')}` : ''}`,
    bound: `≤ ${SUM} ms`,
    ok: sumOf(tasks) <= SUM,
  };
};

const besideOf = (what: string, [ours, theirs]: readonly [number, number]): Line => ({
  what,
  figures: `${ours.toFixed(0)} beside ${theirs.toFixed(0)} ms`,
  bound: `fewer, or ≤ ${SUM} ms`,
  ok: ours <= Math.max(theirs, SUM),
});

const TITLE = `Tasks over ${LONG} ms in the first seven seconds on a slow phone`;

const run = async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
  const product = await startProduct(PORT);
  const earlier = EARLIER === undefined ? undefined : await startProduct(PORT + 1, EARLIER);
  try {
    const pages = await pagesOf(browser, product.origin);
    const others = earlier && (await pagesOf(browser, earlier.origin));
    const lines: Line[] = [];
    for (const [at, page] of pages.entries()) {
      const [tasks, old] = await medians(browser, others ? [page, others[at]!] : [page]);
      lines.push(old ? besideOf(page[0], [sumOf(tasks!), sumOf(old)]) : lineOf(page[0], tasks!));
    }
    if (ONLY !== '') return;
    if (EARLIER === undefined) await report('longtasks', `${TITLE}, and what they were made of in ms`, lines);
    else await report('longtasks, earlier', `${TITLE} beside ${commitOf(EARLIER)}`, lines);
  } finally {
    await earlier?.stop();
    await product.stop();
    await browser.close();
  }
};

await run();
