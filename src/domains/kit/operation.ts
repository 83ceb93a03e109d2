import {
  createAction,
  type ActionCreatorWithPreparedPayload,
  type ActionReducerMapBuilder,
  type PayloadAction,
  type PayloadActionCreator,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { put, takeEvery, takeLatest, type ForkEffect } from 'redux-saga/effects';
import type { Api } from '../../lib/api';
import type { MessageId } from '../../lib/intl';
import { notify, read, type Step } from './effects';
import type { Failure } from './failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from './loadable';
import { notifyFailure } from './notifyFailure';
import { outcomeOf } from './request';
import { safely, until } from './safely';

type DataOf<L> = L extends { status: 'loaded'; data: infer D } ? D : never;
type LoadOf<V> = V extends { status: string } ? V : V extends object ? V[keyof V] : never;
type FieldOf<S> = { [K in keyof S]: [DataOf<LoadOf<S[K]>>] extends [never] ? never : K }[keyof S] & string;
type Start<A> = { type: string } & ([A] extends [void] ? unknown : (payload: never) => { payload: A });

/** The call of an operation and the steps around it. `A`: the payload of its start; `R`: the result of the call. */
interface Work<S, A, R> {
  /** Runs before the call, for example to make its Idempotency-Key. */
  before?: (arg: A) => Step<unknown>;
  /** Sends the request; `state` is the slice after the start. */
  call: (api: Api, arg: A, state: S) => Promise<R>;
  /** The text of the notice about a success. */
  notice?: MessageId;
  /** Runs after a success. `isLate`: the user has left the form of this submit, whose slice has reset the field. */
  after?: (result: R, arg: A, isLate: boolean) => Step<void>;
  /** Runs after a failure that is not late. */
  afterFailure?: (failure: Failure, arg: A) => Step<void>;
  /** Reports a late failure; by default with a general notice. */
  reportLate?: (failure: Failure, arg: A) => Step<void>;
  /** Reloads what any failure, a late one too, shows to be out of date. */
  reload?: (failure: Failure, arg: A) => Step<void>;
}

/** When an operation runs, and how it changes the state. `P`: the part of the result that the state may store. */
interface Rules<S, F, A, P> {
  /** The field with its load state: a `Loadable`, or with `key` a record of them. Only a `read` stores data there. */
  field: F;
  /** Separates the load states of operations that run at the same time. */
  key?: (arg: A) => number | string;
  /** More events that start it. A call without `arg` ignores their payload. */
  on?: readonly Start<NoInfer<A>>[];
  /** Events that cancel it. */
  until?: readonly { type: string }[];
  /** Waits while the session is lost, as a read does. */
  waits?: true;
  /** Whether it starts; must give the same result before and after the start. */
  when?: (state: S, arg: A) => boolean;
  /** Whether an answer still matters; others leave the state as it is, and so do late answers to a submit. */
  isCurrent?: (state: S, arg: A) => boolean;
  /** Loads only until it has loaded once. */
  once?: true;
  /** When a read drops its data. By default the data stays, with a failure beside it. */
  forgets?: 'atStart' | 'atFailure';
  /** Changes the rest of the state: before the field is loading, and after it has loaded or failed. */
  start?: (state: S, arg: A) => void;
  loaded?: (state: S, result: P, arg: A) => void;
  failed?: (state: S, failure: Failure, arg: A) => void;
  /** By default the latest read, every operation with a key, and a submit unless its field is loading. */
  take?: typeof takeLatest | typeof takeEvery;
}

type Declaration<S, F, A, R, P> = Rules<S, F, A, P> & Work<S, A, R>;
type Declare<S, F, A, R, P = R> = Rules<S, F, A, P> & Partial<Work<S, A, R>>;

interface EndMeta<A> {
  arg: A;
  isLate: boolean;
}

type End<P, A> = ActionCreatorWithPreparedPayload<[payload: P, arg: A, isLate?: boolean], P, string, never, EndMeta<A>>;

/** The event that starts an operation, with the two that end it. */
type Operation<A, R> = PayloadActionCreator<A> & {
  loaded: End<R, A>;
  failed: End<Failure, A>;
  /** Sends the call from another saga. */
  run: (arg: A) => Step<void>;
};

type Kind = 'read' | 'submit' | 'change';

interface Declared<S, A = unknown, R = unknown, P = unknown> {
  kind: Kind;
  argOf: (start: PayloadAction<A>) => A;
  operation: Operation<A, P>;
  declaration: Declaration<S, string, A, R, P>;
}

/**
 * Collects the operations of a slice, each declared once; `reduce` adds their reducers to the slice, and `watch`
 * returns their watchers for the saga. `fileRequested` ends in `fileLoaded` or `fileFailed`. While the session is lost,
 * a `read` waits and a `submit`, the user's action, fails. The result of a submit stays out of the store; a `change` is
 * a submit that stores it. A slice that resets the field of a submit, because its form was left, makes the answer late:
 * the state ignores it, and the next form sends its own. `calls` adds the call to an operation without one, for a slice
 * that loads before its saga.
 */
export const operations = <S>(slice: string) => {
  const all: Declared<S>[] = [];
  const select = (root: Record<string, S>) => root[slice] as S;
  const declare = <A, R, P>(kind: Kind, event: string, given: Declare<S, string, A, R, P>) => {
    // `calls` may still add the call.
    const declaration = { ...given } as Declaration<S, string, A, R, P>;
    const takesArg = given.call === undefined || given.call.length > 1;
    const base = `${slice}/${event.replace(/[A-Z][a-z]+$/, '')}`;
    const end = <T>(payload: T, arg: A, isLate = false) => ({ payload, meta: { arg, isLate } });
    const operation: Operation<A, P> = Object.assign(createAction<A>(`${slice}/${event}`), {
      loaded: createAction(`${base}Loaded`, end<P>),
      failed: createAction(`${base}Failed`, end<Failure>),
      *run(arg: A): Step<void> {
        const started = yield* read(select);
        if (!mayStart(declaration, started, arg)) return;
        const own = isOneAtATime(kind, declaration) && loadOf(declaration, started, arg);
        // The reducer ignored this start.
        if (own && running.has(own)) return;
        if (own) running.add(own);
        try {
          const { before, call: send, waits, notice, after } = declaration;
          if (before) yield* before(arg);
          const state = yield* read(select);
          const outcome = yield* outcomeOf((api) => send(api, arg, state), waits ?? kind === 'read');
          const isLate = own && loadOf(declaration, yield* read(select), arg) !== own;
          if (outcome.ok) {
            yield put(operation.loaded((kind === 'submit' ? null : outcome.result) as P, arg, isLate));
            if (notice) yield* notify({ id: notice, kind: 'success' });
            if (after) yield* after(outcome.result, arg, isLate);
          } else {
            yield put(operation.failed(outcome.failure, arg, isLate));
            const { afterFailure, reportLate = notifyFailure, reload } = declaration;
            const follow = isLate ? reportLate : afterFailure;
            if (follow) yield* follow(outcome.failure, arg);
            if (reload) yield* reload(outcome.failure, arg);
          }
        } finally {
          // A call that ended without an answer leaves the field loading for the next start.
          if (own) running.delete(own);
        }
      },
    });
    const argOf = ({ payload }: PayloadAction<A>) => (takesArg ? payload : undefined) as A;
    all.push({ kind, operation, declaration, argOf } as unknown as Declared<S>);
    return operation;
  };
  return {
    all,
    read: <F extends FieldOf<S>, A = void>(event: string, it: Declare<S, F, A, DataOf<LoadOf<S[F]>>>) =>
      declare('read', event, it),
    submit: <R, A = void>(event: string, it: Declare<S, FieldOf<S>, A, R, null>) => declare('submit', event, it),
    change: <R, A = void>(event: string, it: Declare<S, FieldOf<S>, A, R>) => declare('change', event, it),
    calls: <A, P, R extends ([P] extends [null] ? unknown : P)>(
      operation: Operation<A, P>,
      work: Work<S, A, R>,
    ): void => {
      const one = all.find((declared) => (declared.operation as unknown) === operation);
      if (one) Object.assign(one.declaration, work);
    },
    reduce: (builder: ActionReducerMapBuilder<S>): void => all.forEach((one) => addReducers(builder, one)),
    watch: (): ForkEffect[] => all.map(watchOne),
  };
};

/**
 * The load states of the calls that run one at a time; each start has an object of its own. A start that finds the
 * object of another was ignored, and an answer that no longer finds its own is late.
 */
const running = new WeakSet<object>();

/** True for a submit, or a read with `once`, that its reducer starts only while its field is not loading. */
const isOneAtATime = (
  kind: Kind,
  { key, once, take: taken }: Pick<Rules<never, string, never, unknown>, 'key' | 'once' | 'take'>,
): boolean => (kind !== 'read' || once === true) && !key && !taken;

type Condition<S, A> = Pick<Rules<S, string, A, unknown>, 'field' | 'key' | 'once' | 'when'>;

/** Returns the object and the key under which the state holds the `Loadable` of an operation. */
const holderOf = <S, A>({ field, key }: Condition<S, A>, state: S, arg: A) => {
  const holder = (key ? state[field as keyof S] : state) as Record<string, Loadable<unknown>>;
  return { holder, name: key?.(arg) ?? field };
};

const loadOf = <S, A>(condition: Condition<S, A>, state: S, arg: A): Loadable<unknown> => {
  const { holder, name } = holderOf(condition, state, arg);
  return holder[name] ?? init;
};

const mayStart = <S, A>(declaration: Condition<S, A>, state: S, arg: A): boolean => {
  if (declaration.once && loadOf(declaration, state, arg).status === 'loaded') return false;
  return declaration.when?.(state, arg) ?? true;
};

const startsOf = ({ operation, declaration: { on = [] } }: Declared<never>): string[] =>
  [operation, ...on].map(({ type }) => type);

const watchOne = <S>(one: Declared<S>): ForkEffect => {
  const { kind, operation, declaration, argOf } = one;
  const { key, until: leave } = declaration;
  const takeSome = declaration.take ?? (key || isOneAtATime(kind, declaration) ? takeEvery : takeLatest);
  function* work(start: PayloadAction<unknown>): Step<void> {
    yield* operation.run(argOf(start));
  }
  const types = leave?.map(({ type }) => type);
  return (takeSome as typeof takeEvery)(startsOf(one), safely(types ? until(work, types) : work));
};

const addReducers = <S>(builder: ActionReducerMapBuilder<S>, one: Declared<S>): void => {
  const { kind, operation, declaration, argOf } = one;
  const { isCurrent, forgets } = declaration;
  const isRead = kind === 'read';
  const starts = startsOf(one);
  const change = (state: S, arg: unknown, next: (load: Loadable<unknown>) => Loadable<unknown>) => {
    const { holder, name } = holderOf(declaration, state, arg);
    holder[name] = next(holder[name] ?? init);
  };
  builder
    .addMatcher(
      (action: UnknownAction): action is PayloadAction<unknown> => starts.includes(action.type),
      (draft, action) => {
        const [state, arg] = [draft as S, argOf(action)];
        if (!mayStart(declaration, state, arg)) return;
        const isOne = isOneAtATime(kind, declaration);
        if (isOne && loadOf(declaration, state, arg).status === 'loading') return;
        declaration.start?.(state, arg);
        change(state, arg, isRead && !isOne && forgets !== 'atStart' ? requested : () => ({ ...loading }));
      },
    )
    .addMatcher(operation.loaded.match, (draft, { payload, meta: { arg, isLate } }) => {
      const state = draft as S;
      if (isLate || isCurrent?.(state, arg) === false) return;
      change(state, arg, () => (isRead ? loaded(payload) : done));
      declaration.loaded?.(state, payload, arg);
    })
    .addMatcher(operation.failed.match, (draft, { payload, meta: { arg, isLate } }) => {
      const state = draft as S;
      if (isLate || isCurrent?.(state, arg) === false) return;
      change(state, arg, (load) => (isRead && !forgets ? refused(load, payload) : failed(payload)));
      declaration.failed?.(state, payload, arg);
    });
};
