import { DAY } from '../../../../contract/constants/time';
import type { Keys, Sealed, Shelf } from '../../../../src/lib/keptAnswers/database';
import type { Answered, Asked } from '../../../../src/lib/keptAnswers/rules';
import { findAnswer, keepAnswers } from '../../../../src/lib/keptAnswers/store';
import type { readView } from '../../../../src/lib/keptAnswers/view';

const NOW = Date.parse('2026-11-25T09:00:00Z');
/** The browser that the tests run in shows no page. */
const noView = () => null;
const application = (id: number): Asked => ({ key: 'GET /search/application/:id', params: { id } });
const detail = (id: number, firstName: string, given: object = {}) => ({
  payload: {
    application: {
      id,
      status: 'in_progress',
      user: { firstName, phone: '+905321234567' },
      appointment: null,
      ...given,
    },
  },
});

/** A database in memory, open more than once. */
const fakeDatabase = () => {
  const world = { keys: null as Keys | null, answers: new Map<string, Sealed>(), opened: 0, closed: 0 };
  const open = async (): Promise<Shelf> => {
    world.opened += 1;
    return {
      keys: async () => world.keys,
      renew: async (keys) => {
        world.keys = keys;
        world.answers.clear();
      },
      get: async (name) => world.answers.get(name) ?? null,
      put: async (keys, sealed) => {
        if (world.keys?.id === keys.id) world.answers.set(sealed.name, sealed);
      },
      list: async () => [...world.answers.values()],
      remove: async (names) => names.forEach((name) => world.answers.delete(name)),
      close: () => {
        world.closed += 1;
      },
    };
  };
  const keep = (
    owner: number,
    answers: Answered[],
    now = NOW,
    isCurrent = () => true,
    read: typeof readView = noView,
  ) => keepAnswers({ owner, answers, now, isCurrent }, open, read);
  const find = (owner: number, asked: Asked, now = NOW) => findAnswer({ owner, asked, now }, open);
  return { world, keep, find };
};

test('an answer is found again by its user, without the phone number, and is stored encrypted', async () => {
  const { world, keep, find } = fakeDatabase();
  await keep(3, [{ ...application(70), answer: detail(70, 'Ayşe'), at: NOW }]);
  expect(await find(3, application(70))).toEqual({
    answer: { payload: { application: expect.objectContaining({ user: { firstName: 'Ayşe', phone: null } }) } },
    at: NOW,
  });
  expect(await find(3, application(71))).toBeNull();
  const [sealed] = [...world.answers.values()];
  expect(sealed!.name).toMatch(/^[0-9a-f]{64}$/);
  expect(Buffer.from(sealed!.data).toString('latin1')).not.toContain('application');
  expect([world.keys!.seal.extractable, world.keys!.name.extractable]).toEqual([false, false]);
  expect(world.closed).toBe(world.opened);
});

test('another user finds nothing, and deletes it by keeping an own answer', async () => {
  const { world, keep, find } = fakeDatabase();
  await keep(3, [{ ...application(70), answer: detail(70, 'Ayşe'), at: NOW }]);
  const { id } = world.keys!;
  expect(await find(4, application(70))).toBeNull();
  await keep(4, [{ ...application(71), answer: detail(71, 'Can'), at: NOW }]);
  expect(world.keys).toMatchObject({ owner: 4 });
  expect(world.keys!.id).not.toBe(id);
  expect(world.answers.size).toBe(1);
  expect(await find(3, application(70))).toBeNull();
});

test('nothing is found after a day, and the next search or keeping deletes it', async () => {
  const { world, keep, find } = fakeDatabase();
  await keep(3, [{ ...application(70), answer: detail(70, 'Ayşe'), at: NOW }]);
  expect(await find(3, application(70), NOW + DAY - 1)).not.toBeNull();
  // A clock that was set back is no reason to delete.
  expect(await find(3, application(70), NOW - DAY)).toBeNull();
  expect(world.answers.size).toBe(1);
  expect(await find(3, application(70), NOW + DAY)).toBeNull();
  expect(world.answers.size).toBe(0);
  await keep(3, [{ ...application(70), answer: detail(70, 'Ayşe'), at: NOW }]);
  await keep(3, [{ ...application(71), answer: detail(71, 'Can'), at: NOW + DAY }], NOW + DAY);
  expect(world.answers.size).toBe(1);
});

test('nothing is kept once the session is over, nor under deleted keys', async () => {
  const { world, keep, find } = fakeDatabase();
  await keep(3, [{ ...application(70), answer: detail(70, 'Ayşe'), at: NOW }], NOW, () => false);
  expect(world).toMatchObject({ keys: null, answers: new Map() });
  await keep(3, [{ ...application(70), answer: detail(70, 'Ayşe'), at: NOW }]);
  const before = [...world.answers];
  // Another tab deletes the keys while this one writes.
  await keep(3, [{ ...application(71), answer: detail(71, 'Can'), at: NOW }], NOW, () => {
    world.keys = null;
    world.answers.clear();
    return true;
  });
  expect(world.answers.size).toBe(0);
  // Even a restored answer cannot be read with other keys.
  world.answers = new Map(before);
  expect(await find(3, application(70))).toBeNull();
});

test('an answer that was moved under another name or time is not read', async () => {
  const { world, keep, find } = fakeDatabase();
  await keep(3, [
    { ...application(70), answer: detail(70, 'Ayşe'), at: NOW },
    { ...application(71), answer: detail(71, 'Can'), at: NOW },
  ]);
  const [one, other] = [...world.answers.values()];
  world.answers.set(one!.name, { ...other!, name: one!.name });
  await expect(find(3, application(70))).rejects.toThrow();
  world.answers.set(one!.name, { ...one!, at: one!.at + 1 });
  await expect(find(3, application(70))).rejects.toThrow();
});

test('a kept list shows a decision that the user made after it', async () => {
  const { keep, find } = fakeDatabase();
  const list: Asked = { key: 'GET /search/application/all', query: { limit: 10 } };
  const row = { id: 70, status: 'in_progress', user: { firstName: 'Ayşe' }, appointment: null };
  await keep(3, [
    { ...list, answer: { payload: [row] }, at: NOW },
    {
      key: 'PUT /job/application/:id/decline',
      params: { id: 70 },
      body: { isNew: true },
      answer: { payload: { application: { ...row, status: 'rejected' } } },
      at: NOW + 1,
    },
  ]);
  expect((await find(3, list))?.answer.payload).toEqual([{ ...row, status: 'rejected' }]);
});

test('reference data has no age; a growing conversation is as old as its newest part', async () => {
  const { keep, find } = fakeDatabase();
  const thread = (query: object): Asked => ({ key: 'GET /messages/thread/:threadId', params: { threadId: 5 }, query });
  const conversation = (...numbers: number[]) => ({
    payload: { thread: { id: 5 }, messages: numbers.map((number) => ({ number })), hasOlder: false },
  });
  await keep(3, [
    { key: 'GET /holidays', answer: { payload: ['2026-10-29'] }, at: NOW },
    { ...thread({ user_id: 3 }), answer: conversation(1), at: NOW },
    { ...thread({ user_id: 3, after: 1 }), answer: conversation(2), at: NOW + 5 },
    { ...thread({ user_id: 3, after: 7 }), answer: conversation(8), at: NOW + 9 },
  ]);
  expect(await find(3, { key: 'GET /holidays' })).toEqual({ answer: { payload: ['2026-10-29'] }, at: null });
  expect(await find(3, thread({ user_id: 3 }))).toEqual({ answer: conversation(1, 2), at: NOW + 5 });
  expect(await find(3, thread({ user_id: 3, after: 2 }))).toBeNull();
});

describe('what a page showed', () => {
  const view = { program: 'main.js', locale: 'en', width: 375, nodes: ['Ayşe'] } as const;
  const shows = (name: string, shown: boolean) => () => ({
    name: `view ${name}`,
    view: shown ? { ...view, nodes: [...view.nodes] } : null,
  });
  const read: Answered = { ...application(70), answer: detail(70, 'Ayşe'), at: NOW };
  const decision: Answered = {
    key: 'PUT /job/application/:id/decline',
    params: { id: 70 },
    body: { isNew: true },
    answer: { payload: { application: { id: 70 } } },
    at: NOW,
  };
  /** Returns how many views lie on the device after each keeping. */
  const countsAfter = async (...keepings: [Answered, ReturnType<typeof shows>][]) => {
    const { world, keep } = fakeDatabase();
    const counts: number[] = [];
    for (const [answered, shown] of keepings) {
      await keep(3, [answered], NOW, () => true, shown);
      counts.push(world.answers.size - 1);
    }
    return counts;
  };

  test('is kept with what the page read, one view for each page', async () => {
    expect(
      await countsAfter(
        [read, shows('/jobs', true)],
        [read, shows('/applications', true)],
        [read, shows('/jobs', true)],
      ),
    ).toEqual([1, 2, 2]);
  });

  test('is thrown away where the page cannot be kept', async () => {
    expect(
      await countsAfter(
        [read, shows('/jobs', true)],
        [read, shows('/applications', true)],
        [read, shows('/jobs', false)],
      ),
    ).toEqual([1, 2, 1]);
  });

  test('is thrown away after a change, so that no decision seems undone', async () => {
    const { world, keep } = fakeDatabase();
    await keep(3, [read], NOW, () => true, shows('/jobs', true));
    await keep(3, [read], NOW, () => true, shows('/applications', true));
    expect(world.answers.size).toBe(3);
    await keep(3, [decision], NOW);
    // The answer, and the row that changed.
    expect(world.answers.size).toBe(2);
  });

  test('stays when the page reads with a body', async () => {
    const { world, keep } = fakeDatabase();
    await keep(3, [read], NOW, () => true, shows('/jobs', true));
    const body = { key: 'POST /form-input-list', body: { country: 'TR' } } as const;
    await keep(3, [{ ...body, answer: { payload: [] }, at: NOW }], NOW);
    expect(world.answers.size).toBe(3);
  });

  test('is as old as the oldest answer that it may show', async () => {
    const { world, keep } = fakeDatabase();
    await keep(3, [{ ...read, at: NOW - 5000 }, read], NOW, () => true, shows('/jobs', true));
    expect([...world.answers.values()].map(({ at }) => at).sort()).toEqual([NOW - 5000, NOW]);
  });
});
