import { act, cleanup, waitFor } from '@testing-library/react';
import { GRANT_LEVELS, type EmployerType } from '../../../../contract/constants/roles';
import messages from '../../../../i18n/en.json';
import { checkAccess } from '../../../../src/app/access';
import { PAGES, type Page } from '../../../../src/app/pages';
import { preloadPage } from '../../../../src/app/preload';
import { Shell } from '../../../../src/app/routeObjects';
import { wholeTexts } from '../../../../src/lib/texts';
import { aUser } from '../../../support/builders';
import { importIntoDevTools } from '../../../support/devTools';
import { NOW, turns } from '../../../support/fakeClock';
import { readableText, recordJourney, redactText, replay } from '../../../support/journey';
import { SAMPLE_ID, SAMPLE_KEY, sampleServer } from '../../../support/sampleServer';

beforeAll(() => Promise.all([wholeTexts(), Shell.preload()]));
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => void jest.restoreAllMocks());

/** The route state of the pages that redirect without one. */
const STATES: Readonly<Record<string, unknown>> = {
  '/payment/basket': { basketId: SAMPLE_KEY },
  '/payment/card': { basketId: SAMPLE_KEY },
  '/payment/3ds': { basketId: SAMPLE_KEY, response: { provider: 'sandbox', result: '/api/payment/3ds/step' } },
  '/payment/checkout': { basketId: SAMPLE_KEY },
  '/packages/payment-result': { basketId: SAMPLE_KEY },
  '/sms-verify': {
    phone: '5321112233',
    countryCode: 'TR',
    pushBackTo: '/register',
    sent: { deadline: NOW + 60_000, secret: 's', resent: false, wrongTries: 0 },
  },
};

const pathnameOf = ({ path }: Page): string =>
  path
    .replace(/:(\w+)/g, (_param, name: string) => (name.endsWith('Id') ? String(SAMPLE_ID) : 'code'))
    .replace('*', 'x');

/** Returns the first user who may see a page; a guest sees the pages of guests. */
const userFor = ({ access }: Page) => {
  if (access.access === 'guest') return null;
  const users = (Object.keys(GRANT_LEVELS) as EmployerType[]).map((userType) => aUser({ id: SAMPLE_ID, userType }));
  return users.find((user) => checkAccess(user, access) === 'pass') ?? null;
};

/** A replay shows no frame of a bank or payment provider. */
const FRAME = new RegExp(`(${messages['payment.frame.loading']})?${messages['payment.frame.full']}`);
const FOREIGN_PAGE = messages['support.replay.foreignPage'];

/** Waits until the page's text stays the same. */
const settlePage = async () => {
  let before = '';
  for (let turn = 0; turn < 40; turn += 1) {
    await act(turns);
    const now = readableText();
    if (turn > 0 && now === before) return;
    before = now;
  }
};
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

/** A page of each kind. REPLAY_ALL=1 replays them all, which takes most of a minute. */
const KINDS = [
  '/today',
  '/applications',
  '/jobs/detail/:jobId/:applicationId/messages',
  '/inbox/:branchId/:threadId',
  '/payment/3ds',
  '/register',
  '/logout',
];
const chosen = process.env.REPLAY_ALL === '1' ? PAGES.map(({ path }) => path) : KINDS;

test.each(chosen.map((path) => [path, PAGES.find((page) => page.path === path)!] as const))(
  '%s replays with its failures and its data',
  async (path, page) => {
    const server = sampleServer();
    const pathname = pathnameOf(page);
    const state = STATES[path];
    // The bank's step leads to the result of a payment that has ended.
    const pending = () => ({ payload: { status: 'pending', jobCreationBalance: 1 } });
    if (path === '/payment/3ds') server.api.on('POST', '/payment/sync', pending);
    await preloadPage(page.redirect ?? pathname);
    server.isFailing = true;
    const run = await recordJourney({ api: server.api, at: { pathname, state }, user: userFor(page) });
    await settlePage();
    server.isFailing = false;
    const visitAgain = async (search = '') => {
      await act(async () => run.router.navigate('/unauthorized'));
      await act(async () => run.router.navigate(`${pathname}${search}`, { state }));
      await settlePage();
    };
    await visitAgain();
    // A job's page leaves once more for the failure that it still shows while it loads. With another search the list
    // loads again.
    if (run.router.state.location.pathname === '/error' && pathname !== '/error') await visitAgain('?q=again');
    await waitFor(() => expect(run.router.state.location.pathname).toBe(page.redirect ?? pathname));
    const file = run.save();
    const recorded = redactText(readableText(), run.hidden).replace(FRAME, FOREIGN_PAGE);
    cleanup();
    const replayed = await replay(file, (now) => now.length >= recorded.length);
    expect(replayed.broken).toEqual([]);
    expect(redactText(replayed.text, run.hidden)).toBe(recorded);
    expect(plain(replayed.frames.at(-1)?.state)).toEqual(replayed.trace.lastState);
    expect(importIntoDevTools(file)).toEqual({
      errors: [],
      types: replayed.trace.entries.map(({ action }) => action.type),
      state: replayed.trace.lastState,
    });
  },
  60_000,
);
