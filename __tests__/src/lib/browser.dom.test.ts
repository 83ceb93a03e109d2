import { afterPaint, cookieText, nextTry, randomId } from '../../../src/lib/browser';
import { loadMessages } from '../../../src/lib/intl';
import { languageOf, localeOf, LOCALES, negotiateLocale } from '../../../src/lib/locales';
import { CHANNEL_NAME, createSessionChannel, type SessionMessage } from '../../../src/lib/sessionChannel';
import { browserStorage, memoryStorage } from '../../../src/lib/storage';

test('ids on plain http, where a browser makes no UUID by itself', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: { getRandomValues } });
  const ids = Array.from({ length: 1000 }, randomId);
  Object.defineProperty(globalThis, 'crypto', own);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('what did not load is requested again after five seconds, or once the browser is online', async () => {
  jest.useFakeTimers();
  const ended: string[] = [];
  void nextTry().then(() => ended.push('later'));
  await jest.advanceTimersByTimeAsync(4_999);
  expect(ended).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  void nextTry().then(() => ended.push('online'));
  dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['later', 'online']);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

describe('browser language', () => {
  test.each([
    [['tr-TR', 'en'], 'tr'],
    [['es-MX'], 'es-MX'],
    [['ES-mx', 'es'], 'es-MX'],
    [['es-AR', 'es-MX'], 'es'],
    [['en-GB', 'tr'], 'en-GB'],
    [['en-US', 'en-GB'], 'en'],
    [['de', 'ES'], 'es'],
    [['de-DE', 'fr'], 'en'],
    [[], 'en'],
  ])('%j selects %s', (wanted, expected) => expect(negotiateLocale(wanted)).toBe(expected));

  test.each([
    ['es', ['es-MX', 'en'], 'es-MX'],
    ['es', ['tr', 'es-AR'], 'es'],
    ['en', ['tr'], 'en'],
    ['en', ['es', 'en-GB'], 'en-GB'],
  ] as const)('%s, chosen while the browser prefers %j: %s', (language, wanted, expected) =>
    expect(localeOf(language, wanted)).toBe(expected),
  );

  test.each(LOCALES)('texts in %s: those of its language with some differences', async (locale) => {
    const [texts, base] = [await loadMessages(locale, 'whole'), await loadMessages(languageOf(locale), 'whole')];
    expect(Object.keys(texts).length).toBeGreaterThan(1000);
    expect(Object.keys(texts)).toEqual(Object.keys(base));
    const differing = Object.keys(texts).filter((id) => JSON.stringify(texts[id]) !== JSON.stringify(base[id]));
    expect(differing.length > 0).toBe(locale !== languageOf(locale));
  });

  test.each([
    ['en', 'appointments.status.CANCELLED', 'Canceled'],
    ['en-GB', 'appointments.status.CANCELLED', 'Cancelled'],
    ['es', 'basket.title', 'Cesta'],
    ['es-MX', 'basket.title', 'Carrito'],
    ['es-MX', 'jobs.title', 'Empleos'],
  ] as const)('%s: %s is %s', async (locale, id, text) => {
    expect((await loadMessages(locale, 'whole'))[id]).toEqual([{ type: 0, value: text }]);
  });
});

test('sets the cookie as docs/PRODUCT.md#session-storage requires', () => {
  expect(cookieText('userId', '7', 60)).toBe('userId=7; path=/; max-age=60; secure; samesite=strict');
});

describe('messages between tabs', () => {
  const message: SessionMessage = { type: 'signedIn', userId: 7, accessToken: 'a' };

  test('sends messages through a storage event without BroadcastChannel, and leaves nothing in the storage', () => {
    const original = globalThis.BroadcastChannel;
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    try {
      const written = jest.spyOn(Storage.prototype, 'setItem');
      const channel = createSessionChannel();
      const received: SessionMessage[] = [];
      const stop = channel.listen((one) => received.push(one));
      channel.post(message);
      expect(localStorage.getItem(CHANNEL_NAME)).toBeNull();
      const newValue = String(written.mock.calls.at(-1)?.[1]);
      dispatchEvent(new StorageEvent('storage', { key: CHANNEL_NAME, newValue }));
      dispatchEvent(new StorageEvent('storage', { key: CHANNEL_NAME, newValue: null }));
      dispatchEvent(new StorageEvent('storage', { key: 'other', newValue }));
      stop();
      dispatchEvent(new StorageEvent('storage', { key: CHANNEL_NAME, newValue }));
      expect(received).toEqual([message]);
    } finally {
      globalThis.BroadcastChannel = original;
    }
  });

  // An open channel keeps the Node process alive.
  const open: BroadcastChannel[] = [];
  const Original = globalThis.BroadcastChannel;
  beforeAll(() => {
    globalThis.BroadcastChannel = class extends Original {
      constructor(name: string) {
        super(name);
        open.push(this);
      }
    };
  });
  afterAll(() => {
    open.forEach((channel) => channel.close());
    globalThis.BroadcastChannel = Original;
  });

  test('reaches the other tab and not this one through BroadcastChannel', async () => {
    const here = createSessionChannel();
    const there = createSessionChannel();
    const own = jest.fn();
    here.listen(own);
    const received = new Promise((resolve) => {
      const stop = there.listen((one) => {
        stop();
        resolve(one);
      });
    });
    here.post(message);
    await expect(received).resolves.toEqual(message);
    expect(own).not.toHaveBeenCalled();
  });
});

test('falls back to memory when the browser forbids the storage', async () => {
  const spy = jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied');
  });
  const storage = browserStorage();
  spy.mockRestore();
  await storage.setItem('a', '1');
  await expect(storage.getItem('a')).resolves.toBe('1');
  expect(localStorage.getItem('a')).toBeNull();
});

test('memory deletes removed items', async () => {
  const storage = memoryStorage();
  await storage.setItem('a', '1');
  await storage.removeItem('a');
  await expect(storage.getItem('a')).resolves.toBeNull();
});

describe('work for after the next frame', () => {
  let frames: FrameRequestCallback[] = [];
  const paint = () => {
    frames.forEach((draw) => draw(0));
    frames = [];
  };
  const run = jest.fn();
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw));
    jest.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation(() => (frames = []));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    run.mockReset();
  });

  test('runs once the frame is drawn, not while it is', () => {
    afterPaint(run);
    jest.runAllTimers();
    paint();
    expect(run).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('runs without a frame in a hidden tab, which draws none', () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    afterPaint(run);
    jest.runAllTimers();
    expect(run).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['before', () => undefined],
    ['after', paint],
  ])('does not run once it is cancelled, %s the frame', (_, draw) => {
    const cancel = afterPaint(run);
    draw();
    cancel();
    paint();
    jest.runAllTimers();
    expect(run).not.toHaveBeenCalled();
  });
});
