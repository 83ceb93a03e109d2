import type { StreamEvent } from '../../contract/schemas/chat';

export interface EventReader {
  status: number;
  headers: Headers;
  events: StreamEvent[];
  text(): string;
  /** Waits at most two seconds for a matching event and returns it with the milliseconds that it took. */
  next(fits: (event: StreamEvent) => boolean): Promise<{ event: StreamEvent; took: number }>;
  ended: Promise<void>;
  stop(): void;
}

const LATEST_MS = 2_000;

/** Reads the event stream of a listening server. */
export const readEvents = async (
  origin: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventReader> => {
  const stop = new AbortController();
  const response = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  });
  const events: StreamEvent[] = [];
  let all = '';
  let wake = () => undefined as void;
  const ended = (async () => {
    const decoder = new TextDecoder();
    let held = '';
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      all += text;
      const blocks = (held + text).split('\n\n');
      held = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) events.push(JSON.parse(data) as StreamEvent);
      }
      wake();
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted && (error as Error).name !== 'TypeError') throw error;
  });
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => all,
    next: async (fits) => {
      const started = performance.now();
      for (;;) {
        const event = events.find(fits);
        const took = performance.now() - started;
        if (event) return { event, took };
        if (took > LATEST_MS) throw new Error(`no such event among ${JSON.stringify(events)}`);
        await new Promise<void>((resolve) => {
          wake = () => resolve();
          setTimeout(resolve, 20);
        });
      }
    },
    ended,
    stop: () => stop.abort(),
  };
};
