import { personalityOf } from '../../../server/demo/newcomer';
import { startSimulatedWorkers } from '../../../server/demo/simulatedWorkers';

const SEED = 7;
const NOW = Date.parse('2026-03-02T09:00:00Z');
const workerWith = (fits: (one: ReturnType<typeof personalityOf>) => boolean, from = 1): number => {
  for (let id = from; id < 10_000; id += 1) if (fits(personalityOf(id, SEED))) return id;
  throw new Error('nobody like that');
};

/** Somebody who tries the demo out. They answer messages as soon as they are read. */
const REAL = workerWith((one) => one.replies === 'answers' && one.invitations === 'accepts', 5_000);

interface Call {
  method: string;
  path: string;
  key: string | null;
  body: Record<string, unknown> | null;
}

const bodyOf = (body: RequestInit['body']): Call['body'] => {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return body ? (JSON.parse(String(body)) as Record<string, unknown>) : null;
};

/** Offers a gateway that answers by path, and timers that run only on request. */
const setUp = (answer: (call: Call) => { status: number; payload?: unknown } | Error, applyEvery = 0) => {
  const calls: Call[] = [];
  const queue: { task: () => void; at: number }[] = [];
  let time = NOW;
  const simulation = startSimulatedWorkers({
    baseUrl: 'http://gateway.test',
    gatewayKey: 'secret',
    seed: SEED,
    isMadeUp: async (id) => id !== REAL,
    applyEvery,
    clock: () => time,
    timers: {
      set: (task, milliseconds) => {
        const entry = { task, at: time + milliseconds };
        queue.push(entry);
        return entry;
      },
      clear: (handle) => void queue.splice(queue.indexOf(handle as (typeof queue)[number]), 1),
    },
    fetch: async (url, init) => {
      const call: Call = {
        method: init?.method ?? 'GET',
        path: url.replace('http://gateway.test/worker-gateway', ''),
        key: new Headers(init?.headers).get('X-Gateway-Key'),
        body: bodyOf(init?.body),
      };
      calls.push(call);
      const given = answer(call);
      if (given instanceof Error) throw given;
      const ok = given.status < 400;
      if (given.status === 303) return new Response(null, { status: 303 });
      return new Response(JSON.stringify({ ok, payload: given.payload }), { status: given.status });
    },
  });
  const pass = async (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      const next = queue.filter((one) => one.at <= end).sort((one, two) => one.at - two.at)[0];
      if (!next) break;
      queue.splice(queue.indexOf(next), 1);
      time = next.at;
      next.task();
      for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    time = end;
  };
  return { calls, queue, simulation, pass, writes: () => calls.filter((call) => call.method !== 'GET') };
};

/** Serves the events after the requested `seq`. */
const withEvents =
  (events: { seq: number; type: string; at: string; workerId: number; data: unknown }[]) => (call: Call) => {
    const after = Number(/after=(\d+)/.exec(call.path)?.[1] ?? 0);
    return { status: 200, payload: call.path.startsWith('/events') ? events.filter((one) => one.seq > after) : {} };
  };

const at = new Date(NOW - 5000).toISOString();
const message = (seq: number, workerId: number, data: object = {}) => ({
  seq,
  type: 'message',
  at,
  workerId,
  data: {
    threadId: 3,
    messageId: 40 + seq,
    number: 2,
    sender: 'employer',
    body: 'Ne zaman başlayabilirsiniz?',
    worker: {},
    ...data,
  },
});
const invitation = (workerId: number, status = 'WAITING') => ({
  seq: 1,
  type: 'appointment',
  at,
  workerId,
  data: { appointmentId: 9, status, startAt: '2026-03-04 10:00:00', address: null, worker: {} },
});

describe('simulated workers', () => {
  it('answer for nobody real', async () => {
    const { pass, writes } = setUp(withEvents([message(1, REAL), { ...invitation(REAL), seq: 2 }]));
    await pass(600_000);
    expect(writes()).toEqual([]);
  });

  it('answer a message once, after a delay, with the gateway’s key', async () => {
    const workerId = workerWith((one) => one.replies === 'answers');
    const { pass, writes, calls } = setUp(withEvents([message(1, workerId)]));
    await pass(3000);
    expect(writes()).toEqual([]);
    await pass(60_000);
    expect(writes()).toEqual([
      {
        method: 'POST',
        path: '/threads/3/messages',
        key: 'secret',
        body: { workerId, body: expect.stringContaining('başla'), client_message_id: 'sim-41' },
      },
    ]);
    expect(calls.at(-1)?.path).toContain('after=1');
  });

  it('ignore what is not for them: other senders, silence, history, odd data', async () => {
    const talker = workerWith((one) => one.replies === 'answers');
    const silent = workerWith((one) => one.replies === 'silent');
    const { pass, writes } = setUp(
      withEvents([
        message(1, talker, { sender: 'worker' }),
        message(2, talker, { sender: 'system' }),
        message(3, silent),
        { ...message(4, talker), at: '2026-03-01T09:00:00.000Z' },
        message(5, talker, { threadId: 'x' }),
        { ...message(6, talker), data: null },
      ]),
    );
    await pass(120_000);
    expect(writes()).toEqual([]);
  });

  it.each([
    ['accepts', false, ['active']],
    ['accepts', true, ['active', 'applicant_cancelled']],
    ['rejects', false, ['rejected']],
    ['ignores', false, []],
  ] as const)('include one who %s invitations (cancels later: %s)', async (invitations, cancelsLater, statuses) => {
    const fits = (one: ReturnType<typeof personalityOf>) =>
      one.invitations === invitations && (invitations !== 'accepts' || one.cancelsLater === cancelsLater);
    const { pass, writes } = setUp(withEvents([invitation(workerWith(fits))]));
    await pass(400_000);
    expect(writes().map((call) => call.body?.status)).toEqual(statuses);
  });

  describe('by the link', () => {
    const link = 'https://jobs.example/w/token';
    const byPage = (events: Parameters<typeof withEvents>[0]) => (call: Call) =>
      call.method === 'POST' ? { status: 303 } : withEvents(events)(call);

    it('open the page and accept there', async () => {
      const workerId = workerWith((one) => one.invitations === 'accepts' && one.usesLink && !one.cancelsLater);
      const { data, ...event } = invitation(workerId);
      const { pass, calls, writes } = setUp(byPage([{ ...event, data: { ...data, link } }]));
      await pass(400_000);
      expect(calls.map(({ path }) => path)).toContain('http://gateway.test/w/token');
      expect(writes()).toEqual([
        { method: 'POST', path: 'http://gateway.test/w/token/attendance', key: null, body: { answer: 'accept' } },
      ]);
    });

    it.each([
      ['comes', true, { answer: 'coming' }],
      ['comesLate', true, { answer: 'late', minutes: expect.stringMatching(/^[123]0$/) }],
      ['cannotCome', false, { answer: 'cannot', workerId: expect.any(Number) }],
      ['ignores', true, null],
    ] as const)('or through their product answer a reminder by their habit: %s', async (reminders, usesLink, body) => {
      const workerId = workerWith((one) => one.reminders === reminders && one.usesLink === usesLink);
      const reminder = message(1, workerId, { sender: 'system', reminder: 'soon', appointmentId: 9, link });
      const { pass, writes } = setUp(byPage([reminder]));
      await pass(400_000);
      const path = usesLink ? 'http://gateway.test/w/token/attendance' : '/appointments/9/attendance';
      expect(writes().map((call) => [call.path, call.body])).toEqual(body ? [[path, body]] : []);
    });
  });

  it.each([
    [{ firstDay: true }, true, 'comes', ['http://gateway.test/w/token/first-day', { confirm: 'yes' }]],
    [{ reminder: 'first_day_evening' }, true, 'comes', ['http://gateway.test/w/token/first-day', { confirm: 'yes' }]],
    [{ firstDay: true }, false, 'comes', ['/applications/5/first-day/confirmation', { workerId: expect.any(Number) }]],
    [{ firstDay: true }, true, 'ignores', null],
  ] as const)('confirm a first day: %j, by the link %s, who %s', async (data, usesLink, reminders, expected) => {
    const workerId = workerWith((one) => one.usesLink === usesLink && one.reminders === reminders);
    const link = 'https://jobs.example/w/token';
    const told = message(1, workerId, { sender: 'system', applicationId: 5, link, ...data });
    const { pass, writes } = setUp((call) => (call.method === 'POST' ? { status: 303 } : withEvents([told])(call)));
    await pass(400_000);
    expect(writes().map((call) => [call.path, call.body])).toEqual(expected ? [expected] : []);
  });

  it('ignore other changes of an appointment', async () => {
    const { pass, writes } = setUp(
      withEvents([
        invitation(
          workerWith((one) => one.invitations === 'accepts'),
          'CANCELLED',
        ),
      ]),
    );
    await pass(400_000);
    expect(writes()).toEqual([]);
  });

  it('poll ever less often while the server is down, and resume when it is back', async () => {
    let away = true;
    const { pass, calls } = setUp(() => (away ? new Error('refused') : { status: 200, payload: [] }));
    await pass(10 * 60_000);
    expect(calls.length).toBeLessThan(20);
    away = false;
    await pass(60_000);
    const before = calls.length;
    await pass(20_000);
    expect(calls.length - before).toBe(10);
  });

  it('retry an answer after a server failure, but not after a rejection', async () => {
    const workerId = workerWith((one) => one.replies === 'answers');
    const events = withEvents([message(1, workerId)]);
    let status = 503;
    const first = setUp((call) => (call.method === 'GET' ? events(call) : { status }));
    await first.pass(120_000);
    expect(first.writes()).toHaveLength(4);
    expect(new Set(first.writes().map((call) => call.body?.client_message_id)).size).toBe(1);
    status = 409;
    const second = setUp((call) => (call.method === 'GET' ? events(call) : { status }));
    await second.pass(120_000);
    expect(second.writes()).toHaveLength(1);
  });

  it('register as new people near a job and apply for it', async () => {
    const job = { id: 12, position: { id: 1, name: 'Garson' }, locations: [{ name: 'x', location: '40.99, 29.03' }] };
    const { pass, writes } = setUp((call) => {
      if (call.path.startsWith('/jobs?')) return { status: 200, payload: [job] };
      return { status: 200, payload: call.path.startsWith('/workers') ? { worker: { id: 77 } } : [] };
    }, 60_000);
    await pass(61_000);
    const [profile, application] = writes();
    expect(profile?.path).toMatch(/^\/workers\/sim-[a-z0-9]+-1$/);
    expect(profile?.body?.locationName).toContain('İstanbul');
    expect(application).toMatchObject({ method: 'POST', path: '/jobs/12/applications', body: { workerId: 77 } });
  });

  it('stop all timers', async () => {
    const { simulation, queue, pass, calls } = setUp(() => ({ status: 200, payload: [] }), 60_000);
    await pass(5000);
    simulation.stop();
    expect(queue).toEqual([]);
    const before = calls.length;
    await pass(100_000);
    expect(calls).toHaveLength(before);
  });
});
