import type { UnknownAction } from '@reduxjs/toolkit';
import { MOVED, type RecordedResponse, type Entry, type Place, type Recording } from '../recorder';
import { redact, redactPath } from './redact';

/** Raise it by one when the program can no longer read older files. */
const FORMAT = 2;

export interface Trace {
  version: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** The browser's user agent, and the window's size in CSS pixels. */
  browser: string;
  window: { width: number; height: number };
  state: unknown;
  place: Place;
  entries: Entry[];
  lastState: unknown;
  answers: RecordedResponse[];
}

type About = Pick<Trace, 'version' | 'savedAt' | 'browser' | 'window'>;

const placeOf = (place: Place | null, now: number): Place => ({
  path: redactPath(place?.path ?? '/', { now }),
  state: redact(place?.state ?? null, { now }),
});

const redactEntry = ({ at, action: { type, ...rest } }: Entry, now: number, onMask?: OnMask): Entry => {
  if (type === MOVED) return { at, action: { type, payload: placeOf(rest.payload as Place, now) } };
  // `countLoaded` loads the field `count`.
  const names = String(type)
    .replace(/Loaded$/, '')
    .split('/');
  return { at, action: { ...redact(rest, { now, onMask }, names), type } };
};

type OnMask = (text: string, by: string) => void;

const redactTrace = (trace: Trace, onMask?: OnMask): Trace => {
  const now = trace.savedAt;
  const options = { now, onMask };
  return {
    ...trace,
    state: redact(trace.state, options),
    lastState: redact(trace.lastState, options),
    place: placeOf(trace.place, now),
    entries: trace.entries.map((entry) => redactEntry(entry, now, onMask)),
    answers: trace.answers.map(({ at, method, path, status, requestId }) => ({
      at,
      method,
      path: redactPath(path, options),
      status,
      requestId,
    })),
  };
};

/** Redacts a recording; `onMask` receives each hidden text. */
export const traceOf = (
  { state, place, entries, answers }: Recording,
  lastState: unknown,
  about: About,
  onMask?: OnMask,
): Trace =>
  redactTrace({ ...about, state, place: place ?? { path: '/', state: null }, entries, answers, lastState }, onMask);

/**
 * Returns a file for "Import" of Redux DevTools: `payload` (the events) and `preloadedState` (the state before them)
 * are JSON texts; `support` holds the rest, which the tools ignore.
 */
export const toFile = ({ state, entries, ...rest }: Trace): string =>
  JSON.stringify({
    payload: JSON.stringify(entries.map(({ action }) => action)),
    preloadedState: JSON.stringify(state),
    support: { format: FORMAT, times: entries.map(({ at }) => at), ...rest },
  });

const isAction = (value: unknown): value is UnknownAction =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Parses a trace file; returns null for any other text. It redacts the data again, because the file may come from a
 * stranger.
 */
export const readTrace = (text: string): Trace | null => {
  try {
    const { payload, preloadedState, support } = JSON.parse(text) as {
      payload: string;
      preloadedState: string;
      support: Omit<Trace, 'state' | 'entries'> & { format: number; times: number[] };
    };
    const { format, times, ...rest } = support;
    const actions = JSON.parse(payload) as unknown[];
    if (format !== FORMAT || !actions.every(isAction) || times.length !== actions.length) return null;
    const entries = actions.map((action, at) => ({ at: Number(times[at]), action }));
    return redactTrace({ ...rest, state: JSON.parse(preloadedState) as unknown, entries });
  } catch {
    return null;
  }
};
