import type { Action, UnknownAction } from '@reduxjs/toolkit';
import { call, getContext, put, select, type Effect } from 'redux-saga/effects';
import { requestPassword, requiresPassword } from './password';
import type { Api } from '../../lib/api';
import type { EventStream } from '../../lib/eventStream';
import type { MessageId } from '../../lib/intl';
import type { SaveFile, Visibility } from '../../lib/browser';
import type { SessionChannel, Tabs } from '../../lib/sessionChannel';
import type { Upload } from '../../lib/upload';
import type { KeptProgram } from '../../lib/keptProgram';
import type { WebPush } from '../../lib/webPush';
import type { Failure } from './failure';

/** A saga's steps with a typed result; called with `yield* step()`. */
export type Step<R> = Generator<Effect, R, unknown>;

/** Returns a port from the saga context. */
export function* port<K extends keyof Ports>(name: K): Step<Ports[K]> {
  return (yield getContext(name)) as Ports[K];
}

/** Shows a short message to the user. */
export function* notify(notice: Notice): Step<void> {
  (yield* port('notify'))(notice);
}

/** Opens an address of the product, without the base path. */
export function* navigateTo(...target: Parameters<Ports['navigate']['to']>): Step<void> {
  (yield* port('navigate')).to(...target);
}

/** Returns the current value of a selector. */
export function* read<S, R>(selector: (state: S) => R): Step<R> {
  return (yield select(selector)) as R;
}

/** Returns the Idempotency-Key of an earlier try of the same request, or a new one, which `onNew` stores. */
export function* idempotencyKey(earlier: string | undefined, onNew: (key: string) => Action): Step<string> {
  if (earlier !== undefined) return earlier;
  const key = (yield* port('random')).id();
  yield put(onNew(key)) as Effect;
  return key;
}

function* callOnce<R>(send: (api: Ports['api']) => Promise<R>): Step<R> {
  const api = yield* port('api');
  const stop = new AbortController();
  try {
    return (yield call(send, api.withSignal(stop.signal))) as R;
  } finally {
    // No effect may be yielded here: a generator that yields during cancellation resumes its caller, and the cancelled
    // call would continue as if it had succeeded. After a response there is nothing to abort.
    stop.abort();
  }
}

/**
 * Sends a call and aborts it when the saga is cancelled, so `send` must use the client that it gets; throws the call's
 * error. When the server requires the password first, asks the user for it and repeats the call.
 */
export function* callApi<R>(send: (api: Ports['api']) => Promise<R>): Step<R> {
  for (;;) {
    try {
      return yield* callOnce(send);
    } catch (error) {
      if (!requiresPassword(error) || !(yield* requestPassword())) throw error;
    }
  }
}

/** A short message to the user; `id` is the id of a text, never the text itself. */
export interface Notice {
  id: MessageId;
  values?: Record<string, string | number>;
  /** The limit of an exhausted quota, and the seconds until it allows more. */
  quota?: { limit: number; retryAfter: number };
  /** Seconds before the next try; the value `wait` of the notice's text. */
  retryAfter?: number;
  kind: 'info' | 'success' | 'error';
  /** Target of the notice's link, without the base path. */
  to?: string;
  /** Key of a refused payment; its text becomes the value `reason` of the notice's text. */
  reason?: string;
  /** The failed call; its text becomes the value `reason` of the notice's text. */
  failure?: Pick<Failure, 'kind' | 'key'>;
  /** The event of its button, which undoes what the notice reports. */
  undo?: UnknownAction;
  /** The text of that button, when it does something else. */
  undoText?: MessageId;
  /** Stays until the user closes it. */
  stays?: boolean;
  /** A page for guests shows it above its form, until the user leaves that page. */
  inPage?: boolean;
}

interface NavigateOptions {
  replace?: boolean;
  /** Route state: plain values only. */
  state?: unknown;
}

/** Everything that sagas need from outside; they use no other globals. */
export interface Ports {
  api: Api;
  /** Milliseconds since 1970. */
  clock: { now: () => number };
  navigate: {
    /** Opens an address of the product, without the base path. */
    to: (path: string, options?: NavigateOptions) => void;
    /** Opens an address like `to`, with a full page load. */
    reload: (path: string) => void;
  };
  notify: (notice: Notice) => void;
  channel: SessionChannel;
  /** The server's event stream. */
  stream: EventStream;
  /** The other tabs of this browser. */
  tabs: Tabs;
  visibility: Visibility;
  /** Loads the push messages of this browser. */
  webPush: () => Promise<WebPush>;
  /** Loads the control of the program on this device. */
  program: () => Promise<KeptProgram>;
  /** `maxAge` in seconds. */
  cookies: { set: (name: string, value: string, maxAge: number) => void; remove: (name: string) => void };
  /** PUTs a file and reports the progress. */
  upload: Upload;
  /** Offers the file to the user as a download. */
  saveFile: SaveFile;
  random: {
    /** Returns a random unique id. */
    id: () => string;
  };
  persist: {
    /** Writes pending changes to the storage. */
    flush: () => Promise<void>;
    /** Stops all writing to the storage from this tab. */
    pause: () => void;
  };
}
