import { EVENTS_HEARTBEAT_SECONDS } from '../../contract/constants/limits';
import { MEDIA_TYPES } from '../../contract/constants/http';
import { headersOf, queryText, type HttpOptions } from './http';
import { clockAhead, openedAt } from './serverClock';

/** A stream counts as broken after this many silent milliseconds: two and a half heartbeats. */
const SILENCE_TIMEOUT = EVENTS_HEARTBEAT_SECONDS * 2500;

/** `beat`: the stream is alive. `end`: it broke; `status` is the response's, 0 without one. */
export type StreamSignal = { type: 'beat' } | { type: 'event'; data: unknown } | { type: 'end'; status: number };

export interface EventStream {
  /** Opens the stream and reports its signals until it ends or the caller calls the returned function. */
  open: (onSignal: (signal: StreamSignal) => void) => () => void;
}

type StreamOptions = Pick<HttpOptions, 'getToken' | 'getCountry' | 'getLanguage' | 'fetch'> & { url: string };

/** Parses one block of a stream; ignores heartbeats, which are lines that begin with a colon. */
export const parseBlock = (block: string): { id: string | null; data: string | null } => {
  const data: string[] = [];
  let id: string | null = null;
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'data') data.push(value);
    if (name === 'id') id = value;
  }
  return { id, data: data.length > 0 ? data.join('\n') : null };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Reads server-sent events with fetch, because `EventSource` sends no Authorization header. See
 * docs/API.md#event-stream.
 */
export const createEventStream = ({ url, ...options }: StreamOptions): EventStream => {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
  let lastId: string | null = null;
  let isFirst = true;
  /** The first stream of a page asks whether anything has happened since the page opened: what it shows is not older. */
  const address = (): string => {
    const since = isFirst ? new Date(openedAt() + clockAhead()).toISOString() : undefined;
    isFirst = false;
    return `${url}${queryText({ since })}`;
  };

  const read = async (
    body: ReadableStream<Uint8Array>,
    alive: () => void,
    onSignal: (signal: StreamSignal) => void,
  ) => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let buffer = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      buffer = (buffer + decoder.decode(value, { stream: true })).replace(/\r/g, '');
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const { id, data } of blocks.map(parseBlock)) {
        if (id !== null) lastId = id;
        onSignal(data === null ? { type: 'beat' } : { type: 'event', data: parseJson(data) });
      }
    }
  };

  return {
    open: (onSignal) => {
      const stop = new AbortController();
      let timer: ReturnType<typeof setTimeout>;
      let isClosed = false;
      const end = (status: number) => {
        if (!isClosed) onSignal({ type: 'end', status });
        close();
      };
      const close = () => {
        isClosed = true;
        clearTimeout(timer);
        stop.abort();
      };
      const alive = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end(0), SILENCE_TIMEOUT);
      };
      const emit = (signal: StreamSignal) => {
        if (!isClosed) onSignal(signal);
      };
      const run = async () => {
        alive();
        const response = await send(address(), {
          headers: {
            ...headersOf(options, options.getToken(), false),
            Accept: MEDIA_TYPES.events,
            ...(lastId !== null && { 'Last-Event-ID': lastId }),
          },
          cache: 'no-store',
          signal: stop.signal,
        });
        const type = response.headers.get('Content-Type') ?? '';
        // The server refuses in JSON; the page of a proxy is no refusal.
        if (!response.ok) return type.startsWith('application/json') ? response.status : 0;
        if (!type.startsWith(MEDIA_TYPES.events) || !response.body) return 0;
        await read(response.body, alive, emit);
        return 0;
      };
      run().then(end, () => end(0));
      return close;
    },
  };
};
