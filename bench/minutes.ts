// `npm run bench -- minutes [applicants]`: a scripted person decides on 100 applicants with the keyboard, and then on 100
// others with taps on a phone: 30 yes, 70 no. Counts the keys and taps, checks on the server that every decision belongs to
// the applicant who was on the screen, and measures how long the next applicant takes to appear. On Today it counts the
// presses from the sign-in form to the first answer, and measures how long the next row takes.
import { chromium, devices, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium';
import { addTsxHelper, startProduct } from './support/product';
import { SLOWDOWN, slowProcessor } from './support/slowPhone';
import { report, type Line } from './support/report';
import { median, percentile } from './support/stats';
import { measureToday } from './support/todayMinutes';

const PORT = 3192;
const APPLICANTS = Number(process.argv[2] ?? 100);
const YES = Math.round(APPLICANTS * 0.3);
const KEYS_MAX = 1.1;
const TAPS_MAX = 1.5;
const NEXT_MS = 100;
/** How long the person looks at an applicant: longer than a double click, whose second click decides nothing. */
const LOOK_MS = 600;
const ACCOUNT = { email: 'root@demo.test', password: 'Demo123!' };

interface Applicant {
  id: number;
  status: string;
  isShortListed: boolean;
  appointment: unknown;
  job: { id: number; status: string };
  user: { firstName: string; lastName: string };
}
type Call = <T>(path: string, body?: object) => Promise<T>;

/** Signs in through the API and returns calls with the session's token. */
const callsOf = async (origin: string): Promise<Call> => {
  let token = '';
  const call: Call = async (path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { payload: never }).payload;
  };
  const { access_token: accessToken } = await call<{ access_token: string }>('/api/user/login', {
    email: ACCOUNT.email,
    password: ACCOUNT.password,
  });
  token = accessToken;
  return call;
};

const isUndecided = ({ status, isShortListed, appointment, job }: Applicant): boolean =>
  status === 'in_progress' && !isShortListed && appointment === null && job.status === 'active';

/** Returns the applications of the active job with most undecided ones, in the order of its list. */
const longestList = async (call: Call): Promise<Applicant[]> => {
  const jobs = await call<{ id: number }[]>('/api/search/job?status=active&limit=100');
  const lists = await Promise.all(
    jobs.map(({ id }) =>
      call<Applicant[]>(`/api/search/application/all?jobId=${id}&status=rejected&op=must_not&limit=500`),
    ),
  );
  const [longest = []] = lists.sort((a, b) => b.filter(isUndecided).length - a.filter(isUndecided).length);
  return longest;
};

/** Spreads the yeses evenly: every ten decisions in a row have three. */
const isYes = (at: number): boolean => Math.floor(((at + 1) * YES) / APPLICANTS) > Math.floor((at * YES) / APPLICANTS);

const idOnScreen = (page: Page): number => Number(/\/jobs\/detail\/\d+\/(\d+)/.exec(page.url())?.[1]);

const nameOf = ({ user }: Applicant): string => `${user.firstName} ${user.lastName}`;

declare global {
  interface Window {
    /** What followed the press. */
    next?: {
      /** Milliseconds from the press until a timer after the frame with the next applicant; -1 after five seconds. */
      after: number;
      /** True if the first frame after the press had that applicant. */
      isAtOnce: boolean;
    };
    /** Milliseconds from the press until its frame was on the screen, by the browser (Event Timing); 0 below 16. */
    shownAfter?: number;
  }
}

/** Prepares the page to measure from the next key or tap until another applicant is painted with name and address. */
const watchNext = (page: Page, names: Record<number, string>): Promise<void> =>
  page.evaluate((known) => {
    const from = location.pathname;
    let start = 0;
    let frames = 0;
    delete window.next;
    window.shownAfter = 0;
    const begin = ({ timeStamp }: Event) => (start ||= timeStamp);
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, begin, { capture: true, once: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (['keydown', 'pointerup', 'click'].includes(name) && start > 0 && startTime >= start)
          window.shownAfter = Math.max(window.shownAfter ?? 0, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const isNext = () =>
      location.pathname !== from &&
      document.querySelector('h1')?.textContent === known[Number(/(\d+)$/.exec(location.pathname)?.[1])];
    const look = () => {
      if (start > 0) frames += 1;
      const isAtOnce = frames === 1;
      if (start > 0 && isNext()) setTimeout(() => (window.next = { after: performance.now() - start, isAtOnce }));
      else if (start > 0 && performance.now() - start > 5_000) window.next = { after: -1, isAtOnce };
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, names);

/** Resolves to the measured milliseconds once the person has looked at the next applicant; throws when none followed. */
const untilNext = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => window.next);
  // Without a pause the next one could not be read ahead.
  await page.waitForTimeout(LOOK_MS);
  const { next, shownAfter } = await page.evaluate(() => ({ next: window.next, shownAfter: window.shownAfter }));
  if (!next || next.after < 0) throw new Error(`no applicant followed ${page.url()}`);
  return next.isAtOnce && shownAfter ? shownAfter : next.after;
};

interface Outcome {
  /** Keys or taps. */
  presses: number;
  /** Milliseconds from each press until the next applicant is on the screen. */
  waits: number[];
  /** The intended decision by application. */
  decided: Map<number, boolean>;
}

type Press = (page: Page, what: 'yes' | 'no' | 'next') => Promise<void>;

/** Decides on so many applicants, beginning with the open one; skips those who are already decided. */
const decide = async (page: Page, list: readonly Applicant[], press: Press): Promise<Outcome> => {
  const byId = new Map(list.map((one) => [one.id, one]));
  const names = Object.fromEntries(list.map((one) => [one.id, nameOf(one)]));
  const outcome: Outcome = { presses: 0, waits: [], decided: new Map() };
  while (outcome.decided.size < APPLICANTS) {
    const id = idOnScreen(page);
    const applicant = byId.get(id);
    if (!applicant || outcome.decided.has(id))
      throw new Error(`unexpected applicant ${id} after ${outcome.decided.size}`);
    await watchNext(page, names);
    outcome.presses += 1;
    if (isUndecided(applicant)) {
      const yes = isYes(outcome.decided.size);
      outcome.decided.set(id, yes);
      await press(page, yes ? 'yes' : 'no');
    } else {
      await press(page, 'next');
    }
    outcome.waits.push(await untilNext(page));
  }
  return outcome;
};

const KEYS = { yes: 's', no: 'r', next: 'j' } as const;
const byKeyboard: Press = (page, what) => page.keyboard.press(KEYS[what]);

const BUTTONS = { yes: 'Shortlist', no: 'Decline', next: /^Next/ } as const;
/** Presses the bar at the thumb; the page of an applicant who is already decided has only the arrow at the top. */
const byThumb: Press = (page, what) => {
  const place = what === 'next' ? page : page.locator('[data-deciding]');
  return place.getByRole('button', { name: BUTTONS[what], exact: true }).first().tap();
};

const openFirst = async (page: Page, origin: string, first: Applicant) => {
  const { id, job } = first;
  await page.goto(`${origin}/dashboard/login`);
  await page.getByLabel('Email', { exact: true }).fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/jobs$/);
  await page.goto(`${origin}/dashboard/jobs/detail/${job.id}?page=1&activeTab=all`);
  await page.locator(`article[aria-labelledby="application-${id}"]`).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: nameOf(first) }).waitFor();
  await page.waitForTimeout(LOOK_MS);
};

/** Returns how many stored decisions differ from the person’s. */
const countWrong = async (call: Call, { decided }: Outcome): Promise<number> => {
  let wrong = 0;
  for (const [id, yes] of decided) {
    const { application } = await call<{ application: Applicant }>(`/api/search/application/${id}`);
    const isRight = yes
      ? application.isShortListed && application.status === 'in_progress'
      : application.status === 'rejected';
    if (!isRight) wrong += 1;
  }
  return wrong;
};

const measure = async (browser: Browser, origin: string, context: BrowserContextOptions, press: Press) => {
  const call = await callsOf(origin);
  const list = await longestList(call);
  const opened = await browser.newContext({ locale: 'en-US', ...context });
  await addTsxHelper(opened);
  const page = await opened.newPage();
  await openFirst(page, origin, list[0]!);
  const cdp = await opened.newCDPSession(page);
  await slowProcessor(cdp);
  const outcome = await decide(page, list, press);
  await opened.close();
  return { ...outcome, wrong: await countWrong(call, outcome) };
};

const linesOf = (
  what: string,
  most: number,
  { presses, waits, decided, wrong }: Outcome & { wrong: number },
): Line[] => {
  const each = presses / decided.size;
  const p95 = percentile(waits, 0.95);
  return [
    {
      what: `${what} a decision, ${decided.size} applicants`,
      figures: each.toFixed(2),
      bound: `≤ ${most}`,
      ok: each <= most,
    },
    { what: `wrong or lost decisions (${what})`, figures: String(wrong), bound: '0', ok: wrong === 0 },
    {
      what: `next applicant on the screen (${what}, processor ${SLOWDOWN}×)`,
      figures: `median ${Math.round(median(waits))} ms, p95 ${Math.round(p95)} ms`,
      bound: `p95 ≤ ${NEXT_MS} ms`,
      ok: p95 <= NEXT_MS,
    },
  ];
};

const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
const product = await startProduct(PORT);
try {
  const desktop = { viewport: { width: 1280, height: 800 } };
  const keys = await measure(browser, product.origin, desktop, byKeyboard);
  const { defaultBrowserType: _unused, ...phone } = devices['Pixel 7'];
  const taps = await measure(browser, product.origin, phone, byThumb);
  const today = await measureToday(browser, product.origin, ACCOUNT);
  const title = `Deciding on ${APPLICANTS} applicants, ${YES} yes and ${APPLICANTS - YES} no; and on Today`;
  await report('minutes', title, [...linesOf('keys', KEYS_MAX, keys), ...linesOf('taps', TAPS_MAX, taps), ...today]);
} finally {
  await browser.close();
  await product.stop();
}
