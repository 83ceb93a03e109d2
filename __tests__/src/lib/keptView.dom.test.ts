import { webcrypto } from 'node:crypto';
import { TextDecoder, TextEncoder } from 'node:util';
import { HOUR } from '../../../contract/constants/time';
import { drawKeptView, openAddress, viewNameOf } from '../../../src/lib/keptView';
import type { Keys, Sealed, Shelf } from '../../../src/lib/keptAnswers/database';
import { newKeys, reader } from '../../../src/lib/keptAnswers/sealing';
import { readView } from '../../../src/lib/keptAnswers/view';
import type { Locale } from '../../../src/lib/locales';
import { readStored } from '../../../src/lib/storage';

const NOW = Date.parse('2026-11-25T07:12:00Z');

beforeAll(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  Object.assign(globalThis, { TextDecoder, TextEncoder });
});

const open = (address: string, root: string) => {
  history.replaceState(null, '', `/dashboard${address}`);
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<script src="/dashboard/assets/main.1.js"></script><div id="root">${root}</div><div id="kept-view" inert></div>`;
};

const ROW = `
<main class="page"><h1>Applications</h1><article class="card" data-seen="no">
<a href="/dashboard/jobs/detail/3/7" aria-label="Ayşe" id="row-7">Ayşe Y.</a><a href="tel:+905321234567">Call</a>
<img src="/files/7.png" alt="Ayşe" width="56"><svg viewBox="0 0 24 24"><path d="M4 4"></path></svg>
<button type="button" onclick="x()">Decline</button><input name="q" value="secret"><span style="width: 40%">40</span>
<select><option>All</option><option selected>Active</option></select>
<input role="combobox" aria-expanded="false" placeholder="Job"><p role="status">Declined Ayşe</p></article></main>`;

const device = async (owner = 7) => {
  const keys = await newKeys(owner);
  const kept = new Map<string, Sealed>();
  const shelf: Shelf = {
    keys: async () => keys,
    renew: async () => undefined,
    get: async (name) => kept.get(name) ?? null,
    put: async (_keys: Keys, sealed) => void kept.set(sealed.name, sealed),
    list: async () => [],
    remove: async (names) => names.forEach((name) => kept.delete(name)),
    close: jest.fn(),
  };
  const keep = async () => {
    const { name, view } = readView()!;
    await reader(shelf, keys).write(name, NOW, JSON.stringify(view));
  };
  const draw = (given: { locale?: Locale; userId?: number; now?: number; waits?: boolean; address?: string } = {}) => {
    const session = { accessToken: 't', userId: given.userId ?? 7, userType: 'company', countryCode: 'TR' };
    const stored = { session, locale: given.locale ?? 'en', waits: given.waits ?? false, beginsWithToday: false };
    const address = given.address ?? openAddress();
    return drawKeptView({ stored, address, timeZone: 'Europe/Istanbul', now: given.now ?? NOW }, async () => shelf);
  };
  return { keep, draw, shelf };
};

const shown = () => document.getElementById('kept-view')!;
/** The same page is opened again, and the program has not rendered yet. */
const again = (address = '/applications') => open(address, '');

test('a page shows what it showed the last time and from when, without contact details and what could act', async () => {
  const { keep, draw, shelf } = await device();
  open('/applications?page=1&activeTab=all', ROW);
  document.querySelector<HTMLInputElement>('[role="combobox"]')!.value = 'Waiter';
  await keep();
  again();
  await draw({ now: NOW + HOUR });
  expect(shown().querySelector('h1')!.textContent).toBe('Applications');
  expect(shown().querySelector('article')!.dataset.seen).toBe('no');
  expect(shown().querySelector('a')!.getAttribute('href')).toBe('/dashboard/jobs/detail/3/7');
  expect(shown().querySelector('span')!.style.width).toBe('40%');
  expect(shown().querySelector('path')!.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(shown().querySelector('select')!.value).toBe('Active');
  expect([...shown().querySelectorAll('input')].map(({ value }) => value)).toEqual(['', 'Waiter']);
  expect(shown().lastElementChild!.textContent).toBe('Last updated 10:12');
  expect(shown().innerHTML).not.toMatch(/905321234567|secret|onclick|files|Declined|row-7/);
  expect(shelf.close).toHaveBeenCalled();
});

/** Lets observers of the page run. */
const observed = () => new Promise<void>((done) => queueMicrotask(done));

describe('the view', () => {
  const root = () => document.getElementById('root')!;
  const drawn = async (visit: { address?: string } = {}, opened = '/applications') => {
    const { keep, draw } = await device();
    open('/applications', ROW);
    await keep();
    again(opened);
    await draw(visit);
    expect(shown().querySelector('h1')!.textContent).toBe('Applications');
  };

  test('stays until the page has loaded', async () => {
    await drawn();
    root().innerHTML = '<main><div aria-busy="true"></div></main>';
    await observed();
    root().innerHTML = '<main><h1>Applications</h1><div aria-busy="true"></div></main>';
    await observed();
    expect(shown().childNodes).not.toHaveLength(0);
    root().querySelector('div')!.remove();
    await observed();
    expect(shown().childNodes).toHaveLength(0);
  });

  test('goes when another page opens, and stays when the first address only leads to its page', async () => {
    await drawn({ address: '/applications' }, '/');
    history.replaceState(null, '', '/dashboard/applications?page=1&activeTab=all');
    root().innerHTML = '<main></main>';
    await observed();
    expect(shown().childNodes).not.toHaveLength(0);
    history.replaceState(null, '', '/dashboard/login');
    root().innerHTML = '<main><p>Sign in</p></main>';
    await observed();
    expect(shown().childNodes).toHaveLength(0);
  });

  test('goes after ten seconds without a page', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      await drawn();
      jest.advanceTimersByTime(9_999);
      await observed();
      expect(shown().childNodes).not.toHaveLength(0);
      jest.advanceTimersByTime(1);
      await observed();
      expect(shown().childNodes).toHaveLength(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

test.each([
  ['own waiting decisions', [{ ownerId: 7 }], true],
  ['those of another user', [{ ownerId: 8 }], false],
])('the storage tells of %s', (_whose, entries, waits) => {
  const stored: Record<string, Record<string, unknown>> = {
    'persist:session': { accessToken: 't', user: { id: 7, userType: 'company', country: { country_code: 'TR' } } },
    'persist:preferences': { beginsWithToday: { 7: true } },
    'persist:waiting': { entries },
  };
  const pack = (values: object) =>
    JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])));
  expect(readStored((key) => pack(stored[key]!))).toMatchObject({ waits, beginsWithToday: true });
});

test.each<[string, () => void, Parameters<Awaited<ReturnType<typeof device>>['draw']>[0]]>([
  ['another user', () => undefined, { userId: 8 }],
  ['another language', () => undefined, { locale: 'tr' }],
  ['a window of another width', () => Object.assign(globalThis, { innerWidth: 375 }), {}],
  ['another release', () => document.querySelector('script')!.setAttribute('src', '/dashboard/assets/main.2.js'), {}],
  ['another page', () => again('/jobs'), {}],
  ['a chosen filter', () => again('/applications?jobId=3'), {}],
  ['a page that has rendered', () => open('/applications', '<main><h1></h1></main>'), {}],
  ['somebody whose decisions wait', () => undefined, { waits: true }],
  ['a visit after half a day', () => undefined, { now: NOW + 12 * HOUR + 1 }],
  ['a clock that was set back', () => undefined, { now: NOW - HOUR }],
])('shows nothing to %s', async (_whom, change, visit) => {
  const { innerWidth } = globalThis;
  const { keep, draw } = await device();
  open('/applications', ROW);
  await keep();
  again();
  change();
  await draw(visit);
  Object.assign(globalThis, { innerWidth });
  expect(shown().childNodes).toHaveLength(0);
});

test('keeps only what the first screen shows', async () => {
  const { keep, draw } = await device();
  open('/applications', '<main><p>first</p><p style="display: none">hidden</p><p id="below">below</p></main>');
  const below = { top: 900 } as DOMRect;
  jest.spyOn(document.getElementById('below')!, 'getBoundingClientRect').mockReturnValue(below);
  await keep();
  again();
  await draw();
  expect(shown().querySelector('main')!.textContent).toBe('first');
});

test('keeps no view while the page loads, asks something or has scrolled', () => {
  open('/applications', `${ROW}<div aria-busy="true"></div>`);
  expect(readView()).toEqual({ name: 'view /applications', view: null });
  open('/applications', `${ROW}<div role="dialog"></div>`);
  expect(readView()!.view).toBeNull();
  open('/applications', ROW);
  Object.assign(globalThis, { scrollY: 40 });
  expect(readView()!.view).toBeNull();
  Object.assign(globalThis, { scrollY: 0 });
  expect(readView()!.view).not.toBeNull();
});

test.each([
  ['/today', 'view /today'],
  ['/applications?page=1&activeTab=all', 'view /applications'],
  ['/applications?page=2&activeTab=all', null],
  ['/applications?q=Ay%C5%9Fe', null],
  ['/jobs/detail/3/7', null],
  ['/login', null],
])('%s is kept as %s', (address, name) => expect(viewNameOf(address)).toBe(name));
