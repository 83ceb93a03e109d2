/** Milliseconds that the server's clock is ahead of this device's; negative when it is behind. */
let ahead = 0;
const listeners = new Set<() => void>();

export const clockAhead = (): number => ahead;

/** Returns this device's own time in milliseconds since 1970. */
export const deviceNow = (): number => Date.now();

/** Returns the server's time in milliseconds since 1970; the device's own time until a response has told it. */
export const serverNow = (): number => Date.now() + ahead;

/** Runs the listener when the difference of the clocks changes. Returns a function that stops listening. */
export const watchClock = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const SECOND = 1000;

/**
 * Learns the difference of the clocks from a server time in whole seconds. The response took some time, so a known
 * difference stays while it is possible; otherwise a correct device clock would appear wrong.
 */
const timeReceived = (time: number, sentAt: number, receivedAt: number): void => {
  const [least, most] = [time - receivedAt, time + SECOND - sentAt];
  if (least > most || (ahead >= least && ahead <= most)) return;
  ahead = Math.round((least + most) / 2);
  listeners.forEach((listener) => listener());
};

/** Returns when the page opened, by this device's clock. */
export const openedAt = (): number => Date.now() - performance.now();

/**
 * Returns a `fetch` that learns the server's clock from the `Date` of responses that no cache may keep. `getSentAt`: a
 * moment before the request was sent, by this device's clock.
 */
export const learnClock =
  (send: typeof fetch, getSentAt = () => Date.now()): typeof fetch =>
  async (input, init) => {
    const sentAt = getSentAt();
    const response = await send(input, init);
    const time = Date.parse(response.headers.get('Date') ?? '');
    const isFresh = response.headers.get('Cache-Control')?.includes('no-store') === true;
    // The page of a proxy has another clock.
    const isOurs = /^(application\/json|text\/event-stream)/.test(response.headers.get('Content-Type') ?? '');
    if (isFresh && isOurs && !Number.isNaN(time)) timeReceived(time, sentAt, Date.now());
    return response;
  };
