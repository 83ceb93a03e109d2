import type { EventStream } from './eventStream';

/**
 * A stream whose program is fetched when the first is opened, and not before the first page. When it cannot be fetched, that is the
 * end of a stream that had no answer; the next try fetches again.
 */
export const laterEventStream = (load: () => Promise<EventStream>): EventStream => {
  let loading: Promise<EventStream> | undefined;
  return {
    open: (onSignal) => {
      let close: (() => void) | null = null;
      let isClosed = false;
      const failed = () => {
        loading = undefined;
        if (!isClosed) onSignal({ type: 'end', status: 0 });
      };
      const loaded = (stream: EventStream) => {
        if (!isClosed) close = stream.open(onSignal);
      };
      (loading ??= load()).then(loaded, failed);
      return () => {
        isClosed = true;
        close?.();
      };
    },
  };
};
