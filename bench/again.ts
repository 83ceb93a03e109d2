// `npm run bench -- again [runs]`: visits main pages again on a slow phone (processor 4×, 150 ms, 1.6 Mbit/s) that has
// kept the program. Counts from the start of the navigation until rows are seen and until the page's own rows are there.
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium';
import { signIn, startProduct } from './support/product';
import { report, type Line } from './support/report';
import { PHONE, slowPhone } from './support/slowPhone';
import { percentile } from './support/stats';

const PORT = 3195;
const RUNS = Number(process.argv[2] ?? 9);
const SEEN = 400;
const USABLE = 600;

interface Marks {
  seenAt?: number;
  usableAt?: number;
}

/** Notes when the first row is there, in the kept view and in the page. A text, because tsx adds names to functions. */
const WATCH_ROWS = `
  const isThere = (root) => document.querySelector('#' + root + ' main :is(article, tbody tr, li) a') !== null;
  requestAnimationFrame(function look() {
    if (isThere('root')) globalThis.usableAt ??= performance.now();
    if (isThere('kept-view') || isThere('root')) globalThis.seenAt ??= performance.now();
    if (globalThis.usableAt === undefined) requestAnimationFrame(look);
  });
`;

const visit = async (page: Page, address: string): Promise<Required<Marks>> => {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('#root main :is(article, tbody tr, li) a').first().waitFor();
  // The page keeps what it shows once the browser has nothing else to do.
  await page.waitForTimeout(6_000);
  return page.evaluate(() => {
    const { seenAt, usableAt } = globalThis as Marks;
    return { seenAt: seenAt!, usableAt: usableAt! };
  });
};

const run = async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
  const product = await startProduct(PORT);
  try {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await page.addInitScript(WATCH_ROWS);
    await signIn(page, product.origin, 'company@demo.test');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await slowPhone(await context.newCDPSession(page));
    const lines: Line[] = [];
    for (const name of process.argv[3]?.split(',') ?? ['today', 'jobs', 'applications', 'inbox']) {
      const address = `${product.origin}/dashboard/${name}`;
      await visit(page, address);
      const visits: Required<Marks>[] = [];
      for (let at = 0; at < RUNS; at += 1) visits.push(await visit(page, address));
      const p75 = (of: (marks: Required<Marks>) => number) => percentile(visits.map(of), 0.75);
      const [seen, usable] = [p75(({ seenAt }) => seenAt), p75(({ usableAt }) => usableAt)];
      console.log(name, visits.map(({ seenAt, usableAt }) => `${seenAt.toFixed(0)}/${usableAt.toFixed(0)}`).join(' '));
      lines.push(
        { what: `${name}, rows seen`, figures: `${seen.toFixed(0)} ms`, bound: `≤ ${SEEN} ms`, ok: seen <= SEEN },
        {
          what: `${name}, rows usable`,
          figures: `${usable.toFixed(0)} ms`,
          bound: `≤ ${USABLE} ms`,
          ok: usable <= USABLE,
        },
      );
    }
    await report('again', `A further visit on a slow phone, 75th percentile of ${RUNS}`, lines);
  } finally {
    await product.stop();
    await browser.close();
  }
};

await run();
