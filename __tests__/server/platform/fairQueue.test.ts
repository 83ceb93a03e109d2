import { createFairQueue, type Place } from '../../../server/platform/flow/fairQueue';

describe('a fair queue', () => {
  const setUp = (waitingMax: number) => {
    const queue = createFairQueue({ concurrency: 1, waitingMax, retrySeconds: 2 });
    const done: string[] = [];
    const refused: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const first = queue.run({ rank: 0, network: 'gate' }, () => gate);
    const add = (name: string, rank: Place['rank'], network: string) =>
      queue.run({ rank, network }, async () => void done.push(name)).catch(() => void refused.push(name));
    return { queue, done, refused, add, open, first };
  };

  it('serves higher ranks first and alternates between networks within a rank', async () => {
    const { done, add, open, first } = setUp(10);
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => add(name, 2, 'a')),
      add('b1', 2, 'b'),
      add('worked', 1, 'a'),
      add('known', 0, 'a'),
    ];
    open();
    await Promise.all([first, ...all]);
    expect(done).toEqual(['known', 'worked', 'a1', 'b1', 'a2', 'a3']);
  });

  it('rejects the newest entry of the largest waiting network when full, not the newcomer', async () => {
    const { queue, done, refused, add, open, first } = setUp(3);
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => add(name, 2, 'a')),
      add('b1', 2, 'b'),
      add('known', 0, 'c'),
      add('a4', 2, 'a'),
      add('b2', 2, 'b'),
    ];
    expect(queue.length()).toBe(3);
    open();
    await Promise.all([first, ...all]);
    expect(refused.sort()).toEqual(['a2', 'a3', 'a4', 'b2']);
    expect(done).toEqual(['known', 'a1', 'b1']);
    expect(queue.length()).toBe(0);
  });

  it('serves two of a network first, and alternates its others with clients that did the work', async () => {
    const { done, refused, add, open, first } = setUp(6);
    const all = [
      ...['flood1', 'flood2', 'flood3', 'flood4', 'flood5', 'flood6'].map((name) => add(name, 0, 'a')),
      add('worked', 1, 'b'),
      add('owner', 0, 'c'),
    ];
    open();
    await Promise.all([first, ...all]);
    expect(done).toEqual(['flood1', 'owner', 'flood2', 'flood3', 'worked', 'flood4']);
    expect(refused.sort()).toEqual(['flood5', 'flood6']);
  });

  it('continues after a task that fails', async () => {
    const { queue, add, open, first, done } = setUp(3);
    const failing = queue.run({ rank: 0, network: 'a' }, () => Promise.reject(new Error('broken')));
    const after = add('after', 1, 'a');
    open();
    await first;
    await expect(failing).rejects.toThrow('broken');
    await after;
    expect(done).toEqual(['after']);
  });
});
