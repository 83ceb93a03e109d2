import type { EventStream, StreamSignal } from '../../../src/lib/eventStream';
import { lazyEventStream } from '../../../src/lib/lazyEventStream';
import { turns } from '../../support/fakeClock';

/** Fakes a stream that beats when it opens and counts its openings and closings. */
const aStream = () => {
  const world = { opened: 0, closed: 0 };
  const stream: EventStream = {
    open: (onSignal) => {
      world.opened += 1;
      onSignal({ type: 'beat' });
      return () => void (world.closed += 1);
    },
  };
  return { world, stream };
};

test('loads once, when the first caller opens it', async () => {
  const { world, stream } = aStream();
  const load = jest.fn(() => Promise.resolve(stream));
  const later = lazyEventStream(load);
  expect(load).not.toHaveBeenCalled();
  const received: StreamSignal[] = [];
  const close = later.open((signal) => received.push(signal));
  later.open(() => undefined);
  await turns();
  expect([load.mock.calls.length, world.opened, received]).toEqual([1, 2, [{ type: 'beat' }]]);
  close();
  expect(world.closed).toBe(1);
});

test('does not open a stream that was closed before it loaded', async () => {
  const { world, stream } = aStream();
  lazyEventStream(() => Promise.resolve(stream)).open(() => undefined)();
  await turns();
  expect(world.opened).toBe(0);
});

test('ends the stream when loading fails, and loads again at the next opening', async () => {
  const { world, stream } = aStream();
  const load = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(stream);
  const later = lazyEventStream(load);
  const received: StreamSignal[] = [];
  later.open((signal) => received.push(signal));
  await turns();
  later.open((signal) => received.push(signal));
  await turns();
  expect([received, world.opened]).toEqual([[{ type: 'end', status: 0 }, { type: 'beat' }], 1]);
});
