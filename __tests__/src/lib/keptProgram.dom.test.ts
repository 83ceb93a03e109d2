import { reloadPage } from '../../../src/lib/browser';
import { createKeptProgram } from '../../../src/lib/keptProgram';
import { turns } from '../../support/fakeClock';

jest.mock('../../../src/lib/browser', () => ({
  ...jest.requireActual<object>('../../../src/lib/browser'),
  reloadPage: jest.fn(),
}));

const URL_EN = '/dashboard/push-sw.js?language=en';

class Worker extends EventTarget {
  state = 'installed';
  postMessage = jest.fn();
  constructor(readonly scriptURL = URL_EN) {
    super();
  }
}

class Registration extends EventTarget {
  active: Worker | null = new Worker();
  waiting: Worker | null = null;
  installing: Worker | null = null;
  update = jest.fn(() => Promise.resolve());
  /** Fakes that a new version was downloaded and waits. */
  release(worker = new Worker()) {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.waiting = worker;
    this.installing = null;
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  }
}

const given = (on: object, name: string, value: unknown) =>
  Object.defineProperty(on, name, { configurable: true, value });

const start = async (registration = new Registration(), controller: Worker | null = null) => {
  const register = jest.fn((_url: string, _options: object) => Promise.resolve(registration));
  const container = Object.assign(new EventTarget(), { register, controller });
  given(navigator, 'serviceWorker', container);
  const program = createKeptProgram(() => URL_EN);
  const onNew = jest.fn();
  const stop = program.keep(onNew);
  await turns();
  return { register, registration, container, program, onNew, stop };
};

afterEach(() => {
  for (const name of ['serviceWorker', 'connection']) Reflect.deleteProperty(navigator, name);
  jest.mocked(reloadPage).mockClear();
});

test('registers the worker, which asks the server for itself each time', async () => {
  const { register } = await start();
  expect(register.mock.calls).toEqual([[URL_EN, { updateViaCache: 'none' }]]);
});

test('announces a later version once, and not the first one', async () => {
  const registration = new Registration();
  registration.active = null;
  const { onNew } = await start(registration);
  registration.release();
  expect(onNew).not.toHaveBeenCalled();
  registration.active = new Worker();
  registration.waiting = null;
  registration.release().dispatchEvent(new Event('statechange'));
  expect(onNew).toHaveBeenCalledTimes(1);
});

test('a version that has waited since an earlier visit is offered', async () => {
  const registration = new Registration();
  registration.waiting = new Worker();
  const { onNew } = await start(registration);
  expect(onNew).toHaveBeenCalledTimes(1);
});

test('a version whose download began before is offered', async () => {
  const registration = new Registration();
  const worker = new Worker();
  registration.installing = worker;
  const { onNew } = await start(registration);
  registration.waiting = worker;
  worker.dispatchEvent(new Event('statechange'));
  expect(onNew).toHaveBeenCalledTimes(1);
});

test('changes to the version that waits, and then loads the page once', async () => {
  const { registration, container, program } = await start();
  const worker = registration.release();
  expect(worker.postMessage).not.toHaveBeenCalled();
  jest.useFakeTimers();
  program.renew();
  expect(worker.postMessage.mock.calls).toEqual([[{ type: 'renew' }]]);
  // The browser forgot it.
  jest.advanceTimersByTime(1_000);
  expect(worker.postMessage).toHaveBeenCalledTimes(2);
  expect(reloadPage).not.toHaveBeenCalled();
  jest.useRealTimers();
  container.dispatchEvent(new Event('controllerchange'));
  container.dispatchEvent(new Event('controllerchange'));
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('loads the page at once when another tab has changed already', async () => {
  const { registration, program } = await start();
  registration.release().state = 'activated';
  program.renew();
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test('another language changes the worker without a notice', async () => {
  const { registration, onNew } = await start();
  const worker = registration.release(new Worker('/dashboard/push-sw.js?language=tr'));
  expect(worker.postMessage.mock.calls).toEqual([[{ type: 'renew' }]]);
  expect(onNew).not.toHaveBeenCalled();
});

test('a page that stays in sight looks for a new version every hour, until it is left', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
  const { registration, stop } = await start();
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      jest.advanceTimersByTime(60_000);
      await turns();
    }
    return registration.update.mock.calls.length;
  };
  expect([await pass(59), await pass(1), await pass(60)]).toEqual([0, 1, 2]);
  stop();
  expect(await pass(120)).toBe(2);
  jest.useRealTimers();
});

test('a page that stays open looks for a new version when it is shown, at most once an hour', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { registration, stop } = await start();
  const showAfter = async (milliseconds: number) => {
    now.mockReturnValue(milliseconds);
    document.dispatchEvent(new Event('visibilitychange'));
    await turns();
  };
  await showAfter(3_599_999);
  expect(registration.update).not.toHaveBeenCalled();
  await showAfter(3_600_000);
  await showAfter(3_600_001);
  expect(registration.update).toHaveBeenCalledTimes(1);
  stop();
  await showAfter(9_000_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
  now.mockRestore();
});

test('begins to keep nothing for those who save data, nor where the browser refuses', async () => {
  given(navigator, 'connection', { saveData: true });
  expect((await start()).register).not.toHaveBeenCalled();
  // Kept before they asked for it.
  expect((await start(new Registration(), new Worker())).register).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, 'connection');
  const register = jest.fn(() => Promise.reject(new Error('private window')));
  given(navigator, 'serviceWorker', { register });
  createKeptProgram(() => URL_EN).keep(() => undefined);
  await turns();
  expect(register).toHaveBeenCalledTimes(1);
});
