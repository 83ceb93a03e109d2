import type { StreamEvent } from '../../contract/schemas/chat';
import { eventually } from './eventually';

export interface EventReader {
  status: number;
  headers: Headers;
  events: StreamEvent[];
  text(): string;
  /** Waits for a matching event and returns it. */
  next(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  ended: Promise<void>;
  stop(): void;
}

/** Reads the event stream of a listening server. */
export const readEvents = async (
  origin: string,
  token: string,
  headers: Record<string, string> = {},
  search = '',
): Promise<EventReader> => {
  const stop = new AbortController();
  const response = await fetch(`${origin}/api/events${search}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  });
  const events: StreamEvent[] = [];
  let all = '';
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
    }
  })().catch((error: unknown) => {
    if (!stop.signal.aborted && (error as Error).name !== 'TypeError') throw error;
  });
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => all,
    next: async (fits) =>
      (
        await eventually(
          () => events,
          (all) => all.some(fits),
        )
      ).find(fits)!,
    ended,
    stop: () => stop.abort(),
  };
};
