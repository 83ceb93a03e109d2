import type { EventStream } from './eventStream';

/**
 * Returns a stream whose code loads when the first stream opens, not before the first page. A failed load ends the
 * stream like a missing response; the next try loads again.
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
