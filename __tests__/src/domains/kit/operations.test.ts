import type { UnknownAction } from '@reduxjs/toolkit';
import { all, takeEvery } from 'redux-saga/effects';
import { init } from '../../../../src/domains/kit/loadable';
import type { operations } from '../../../../src/domains/kit/operation';
import { loginSucceeded, sessionResumed } from '../../../../src/domains/kit/session';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { deferred } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { OPERATION_FILES, readSamples } from '../../../support/operationSamples';
import { aSignedInState, runWatcher, stateSet } from '../../../support/testStore';

// Runs every operation that a domain declares, with values made from its types: a new one needs no line here.

type Group = Pick<ReturnType<typeof operations<Record<string, unknown>>>, 'all' | 'watch'>;

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && 'watch' in value && 'all' in value;

const SAMPLES = readSamples();

const FILES = OPERATION_FILES.map((file) => {
  const exported = jest.requireActual<Record<string, unknown>>(`../../../../${file}`);
  return { file, groups: Object.values(exported).filter(isGroup), states: SAMPLES.states.get(file) ?? [] };
});

const OPERATIONS = FILES.flatMap(({ file, groups, states }) =>
  groups.flatMap((group) =>
    group.all.map((one, at) => {
      const [slice = '', event = ''] = one.operation.type.split('/');
      const sample = SAMPLES.samples.find((given) => given.file === file && given.event === event);
      return { name: one.operation.type, slice, ...one, sample, states, watcher: group.watch()[at]! };
    }),
  ),
);

const user = aUser();
const credential = { user, accessToken: 'b' };

/** Runs one operation with its own reducer and watcher; `call` answers as the test wants. */
const run = ({ operation, declaration, slice, sample, states, watcher }: (typeof OPERATIONS)[number]) => {
  const { arg, emptyArg, result } = sample!;
  const call = jest.spyOn(declaration, 'call');
  const signedIn = aSignedInState(user);
  const known = signedIn[slice as keyof typeof signedIn];
  // A read that has its data stays loaded while it reloads, so a state without the data is needed too.
  const withAndWithout = (typed: unknown) => {
    const state = { ...known, ...(typed as object) };
    return [state, { ...state, [declaration.field]: known[declaration.field as keyof typeof known] }];
  };
  const worlds = [operation, ...(declaration.on ?? [])].flatMap((begin) =>
    [...states.flatMap(withAndWithout), known].flatMap((state) =>
      [arg, emptyArg].map((given) => ({ state, given, begin: begin as typeof operation })),
    ),
  );
  for (const { state, given, begin } of worlds) {
    const world = runWatcher(
      function* () {
        yield all([watcher]);
      },
      { state: { ...signedIn, [slice]: state } },
    );
    const sliceNow = () => world.state()[slice as keyof typeof signedIn] as unknown as Record<string, unknown>;
    const load = () => {
      const field = sliceNow()[declaration.field] as Record<string, { status: string }> | { status: string };
      const key = declaration.key?.(given);
      return key === undefined ? (field as { status: string }) : (field as Record<string, { status: string }>)[key];
    };
    const answer = deferred<unknown>();
    call.mockReset().mockImplementation(() => answer.promise);
    const start = (): UnknownAction => world.dispatch(begin(given));
    start();
    const isStarted = load()?.status === 'loading' && (declaration.isCurrent?.(sliceNow(), given) ?? true);
    const ends = () =>
      world.events.filter(({ type }) => type === operation.loaded.type || type === operation.failed.type);
    const statuses: unknown[] = [];
    world.store.subscribe(() => statuses.push(load()?.status));
    /** Resets the field, as a slice does when the user leaves the form. */
    const leave = () => void world.dispatch(stateSet({ [slice]: { ...sliceNow(), [declaration.field]: init } }));
    if (isStarted) return { ...world, call, answer, start, leave, load, statuses, ends, result };
    world.stop();
  }
  throw new Error('Neither the first state nor one made from its type starts the operation.');
};

afterEach(() => jest.restoreAllMocks());

test('every file with operations exports them, and every one has a sample', () => {
  expect(FILES.filter(({ groups, states }) => groups.length < states.length).map(({ file }) => file)).toEqual([]);
  expect(OPERATIONS.filter(({ sample }) => !sample).map(({ name }) => name)).toEqual([]);
  expect(OPERATIONS.length).toBeGreaterThan(50);
});

test('no two operations end with the same event', () => {
  const ends = OPERATIONS.flatMap(({ operation }) => [operation.loaded.type, operation.failed.type]);
  expect(ends.filter((type, at) => ends.indexOf(type) !== at)).toEqual([]);
});

describe.each(OPERATIONS)('$name', (given) => {
  const { kind, declaration, operation } = given;
  const isRead = kind === 'read' || declaration.waits === true;

  test('loads and puts one event', async () => {
    const { answer, result, ends, load } = run(given);
    answer.resolve(result);
    await settle();
    expect(ends().map(({ type }) => type)).toEqual([operation.loaded.type]);
    expect(ends()[0]).toMatchObject({ payload: kind === 'submit' ? null : result });
    expect(['loading', 'failed']).not.toContain(load()?.status);
  });

  test.each([
    ['a refusal', anApiError(409, 'error.conflict'), 409],
    ['a fault', anApiError(500, 'error.unknown_error'), 500],
    ['no answer', noAnswer(), 0],
  ])('fails once after %s', async (_name, error, status) => {
    const { answer, ends, statuses } = run(given);
    answer.reject(error);
    await settle();
    expect(ends()).toEqual([
      expect.objectContaining({ type: operation.failed.type, payload: expect.objectContaining({ status }) as unknown }),
    ]);
    expect(statuses).toContain('failed');
  });

  test('ignores the answer to an earlier start, or the second start', async () => {
    const { call, answer, start, result, ends } = run(given);
    await settle();
    const second = deferred<unknown>();
    call.mockImplementation(() => second.promise);
    start();
    await settle();
    answer.resolve(result);
    await settle();
    // A second start runs beside the first, replaces it, or is ignored.
    const isBeside = declaration.key !== undefined || declaration.take === takeEvery;
    const isInstead = call.mock.calls.length === 2 && !isBeside;
    expect(ends()).toHaveLength(isInstead ? 0 : 1);
    second.resolve(result);
    await settle();
    expect(ends()).toHaveLength(call.mock.calls.length === 2 && isBeside ? 2 : 1);
  });

  test('puts no event when it is cancelled', async () => {
    const { answer, result, ends, stop, dispatch } = run(given);
    await settle();
    const [until] = declaration.until ?? [];
    if (until) dispatch({ type: until.type });
    else stop();
    answer.resolve(result);
    await settle();
    expect(ends()).toEqual([]);
  });

  test('after a lost session a read waits for the same user, and the user’s action fails', async () => {
    const { call, answer, result, ends, dispatch } = run(given);
    answer.reject(anApiError(401, 'error.unauthorized'));
    await settle();
    expect(ends().map(({ type }) => type)).toEqual(isRead ? [] : [operation.failed.type]);
    call.mockImplementation(() => Promise.resolve(result));
    dispatch(sessionResumed(credential));
    await settle();
    expect(ends().map(({ type }) => type)).toEqual([isRead ? operation.loaded.type : operation.failed.type]);
  });

  test('puts no result for another user', async () => {
    const { call, answer, result, ends, dispatch } = run(given);
    answer.reject(anApiError(401, 'error.unauthorized'));
    await settle();
    call.mockImplementation(() => Promise.resolve(result));
    dispatch(loginSucceeded({ user: aUser({ id: user.id + 1 }), accessToken: 'c' }));
    await settle();
    expect(call).toHaveBeenCalledTimes(1);
    expect(ends()).toHaveLength(isRead ? 0 : 1);
  });
});

describe.each(OPERATIONS.filter(({ kind, declaration: { key, take } }) => kind !== 'read' && !key && !take))(
  'the form of $name',
  (given) => {
    test('is sent once', async () => {
      const { call, start } = run(given);
      start();
      await settle();
      expect(call).toHaveBeenCalledTimes(1);
    });

    test('is sent by itself after another one was left, whose answer changes nothing', async () => {
      const { call, answer, start, leave, load, ends, result } = run(given);
      await settle();
      leave();
      const second = deferred<unknown>();
      call.mockImplementation(() => second.promise);
      start();
      answer.resolve(result);
      await settle();
      expect(call).toHaveBeenCalledTimes(2);
      expect(load()?.status).toBe('loading');
      second.resolve(result);
      await settle();
      expect(ends().map(({ meta }) => (meta as { isLate: boolean }).isLate)).toEqual([true, false]);
    });

    test('tells its failure after it was left', async () => {
      const { answer, leave, load, notices } = run(given);
      leave();
      answer.reject(anApiError(500, 'error.unknown_error'));
      await settle();
      expect(load()?.status).toBe('init');
      expect(notices).toEqual([expect.objectContaining({ kind: 'error' })]);
    });
  },
);

test.each(OPERATIONS.filter(({ declaration }) => declaration.once))(
  '$name starts again after a stored session had ended before its answer',
  async (given) => {
    const { call, answer, result, start, load, dispatch, state } = run(given);
    answer.reject(anApiError(401, 'error.unauthorized'));
    await settle();
    // No user's state is replaced by the sign-in, because nobody is signed in.
    dispatch(stateSet({ session: { ...state().session, user: null } }));
    dispatch(loginSucceeded({ user, accessToken: 'c' }));
    await settle();
    call.mockImplementation(() => Promise.resolve(result));
    start();
    await settle();
    expect(call).toHaveBeenCalledTimes(2);
    expect(load()?.status).toBe('loaded');
  },
);
