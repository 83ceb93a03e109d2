import { login } from '../../../contract/routes/session';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { solve } from '../../support/proofOfWork';
import { testServer, type TestServer } from '../../support/testServer';
import { LIMITS } from '../../../server/platform/limits';

const HOME = '198.51.100.7';
const strangerAt = (n: number): string => `203.0.${n % 250}.${1 + Math.floor(n / 250)}`;

interface Try {
  from?: string;
  password?: string;
  cookie?: string;
  solved?: unknown;
}

describe('guessing passwords', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from rate_limits');
  });
  afterAll(() => server.close());

  const signIn = async (name: string, { from = HOME, password = DEMO_PASSWORD, cookie, solved }: Try = {}) => {
    const reply = await server.call(login, {
      from,
      headers: cookie === undefined ? {} : { cookie },
      body: { email: `${name}@demo.test`, password, ...(solved !== undefined && { solved }) },
    });
    const setCookie = reply.headers['set-cookie'];
    return { ...reply, setCookie: typeof setCookie === 'string' ? setCookie : null };
  };
  const cookieOf = async (name: string, cookie?: string): Promise<string> =>
    (await signIn(name, { from: '198.51.100.1', ...(cookie !== undefined && { cookie }) })).setCookie?.split(';')[0] ??
    '';
  /** Signs in with proof of work, as the dashboard does. */
  const signInWithWork = async (name: string, options: Try = {}) => {
    const first = await signIn(name, options);
    if (first.body.key !== 'challenge.required') return first;
    return signIn(name, { ...options, solved: await solve(first.body.challenge) });
  };
  const guess = async (name: string, networks: number, each: number) => {
    for (let n = 0; n < networks; n += 1)
      for (let at = 0; at < each; at += 1) await signIn(name, { from: strangerAt(n), password: 'Wrong12' });
  };

  it('does not lock the owner out of a known browser or another network', async () => {
    const cookie = await cookieOf('root');
    await guess('root', 1, 12);
    expect((await signIn('root', { cookie })).status).toBe(200);
    expect((await signIn('root')).status).toBe(200);
    const there = await signIn('root', { from: strangerAt(0) });
    expect([there.status, there.body.key]).toEqual([429, 'error.too_many_requests']);
    expect((await signIn('root', { from: strangerAt(0), cookie })).status).toBe(200);
  });

  it('requires work for each try from many networks and locks no one out', async () => {
    const cookie = await cookieOf('root');
    await guess('root', 8, 5);
    const stranger = await signIn('root');
    expect([stranger.status, stranger.body.key]).toEqual([429, 'challenge.required']);
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(800);
    expect((await signIn('root', { cookie })).status).toBe(200);
    const solved = await solve(stranger.body.challenge);
    expect((await signIn('root', { solved })).status).toBe(200);
    expect((await signIn('branch')).status).toBe(200);
  });

  it('accepts no solution twice, for another account, after its time, or with a made-up challenge', async () => {
    await guess('root', 8, 5);
    await guess('branch', 8, 5);
    const { body } = await signIn('root');
    const solved = await solve(body.challenge);
    expect((await signIn('branch', { solved })).body.key).toBe('challenge.required');
    const { parameters } = body.challenge;
    const easy = { ...parameters, keyPrefix: '0', data: { ...parameters.data, level: 6 } };
    const forged = { ...solved, challenge: { ...body.challenge, parameters: easy } };
    expect((await signIn('root', { solved: forged })).body.key).toBe('challenge.required');
    const wrong = { ...solved, solution: { ...solved.solution, derivedKey: '00'.repeat(32) } };
    expect((await signIn('root', { solved: wrong })).body.key).toBe('challenge.required');
    server.clock.set(new Date(NOW.getTime() + 300_000));
    expect((await signIn('root', { solved })).body.key).toBe('challenge.required');
    server.clock.set(NOW);
    expect((await signIn('root', { solved })).status).toBe(200);
    expect((await signIn('root', { solved })).body.key).toBe('challenge.required');
  });

  it('saves no work by starting the search elsewhere than honest browsers', async () => {
    await guess('root', 8, 5);
    const counters: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { body } = await signIn('root', { from: `198.51.${100 + n}.7` });
      counters.push((await solve(body.challenge)).solution.counter);
    }
    // The first half of the range holds about half of the solutions: 20 in the second half are a one-in-a-million
    // chance.
    expect(Math.min(...counters)).toBeLessThan(600);
    expect(Math.max(...counters)).toBeGreaterThan(400);
  });

  it('does not reveal which accounts exist: an unknown email has the same limits and challenges', async () => {
    const outcomes = async (name: string) => {
      const seen: unknown[] = [];
      for (let n = 0; n < 5; n += 1)
        for (let at = 0; at < 12; at += 1) {
          const { status, body, setCookie } = await signIn(name, { from: strangerAt(n), password: 'Wrong12' });
          seen.push([status, body.key, body.challenge?.parameters.data.level, setCookie]);
        }
      return seen;
    };
    const known = await outcomes('root');
    await server.pool.query('delete from rate_limits');
    expect(await outcomes('nobody')).toEqual(known);
    expect(new Set(known.map((one) => JSON.stringify(one))).size).toBe(3);
  });

  it('gains nothing from many addresses of one provider', async () => {
    const guessFrom = async (n: number) =>
      (await signIn(`nobody${n}`, { from: `2001:db8:7:${n.toString(16)}::1`, password: 'Wrong12' })).status;
    expect(await guessFrom(1)).toBe(400);
    const points = LIMITS.loginPrefix.points - 2;
    await server.pool.query("update rate_limits set points = $1 where key like 'login-prefix%'", [points]);
    const statuses: number[] = [];
    for (const n of [2, 3, 4, 5]) statuses.push(await guessFrom(n));
    expect(statuses).toEqual([400, 400, 429, 429]);
    expect((await signIn('root', { from: '2001:db8:8::1' })).status).toBe(200);
  });

  describe('known browsers', () => {
    it('carry a cookie that no script can read and only a sign-in receives', async () => {
      const { setCookie } = await signIn('root');
      expect(setCookie).toMatch(
        /^known_browser=[\w.-]+; Path=\/api\/user\/login; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
      );
      expect((await signIn('root', { password: 'Wrong12' })).setCookie).toBeNull();
    });

    it('have ten wrong passwords of their own and a new cookie after each sign-in', async () => {
      const cookie = await cookieOf('root');
      for (let n = 0; n < 9; n += 1) expect((await signIn('root', { cookie, password: 'Wrong12' })).status).toBe(400);
      const next = (await signIn('root', { cookie })).setCookie!.split(';')[0]!;
      expect(next).not.toBe(cookie);
      for (let n = 0; n < 10; n += 1)
        expect((await signIn('root', { cookie: next, password: 'Wrong12' })).status).toBe(400);
      expect((await signIn('root', { cookie: next })).status).toBe(429);
    });

    it('have a limit of sign-ins, after which right passwords count as a stranger’s tries', async () => {
      const cookie = await cookieOf('root');
      const statuses: number[] = [];
      for (let n = 1; n < LIMITS.loginAccount.points + LIMITS.loginAccountNetwork.points + 5; n += 1)
        statuses.push((await signIn('root', { cookie })).status);
      const served = statuses.filter((status) => status === 200);
      expect(served).toHaveLength(LIMITS.loginAccount.points - 1 + LIMITS.loginAccountNetwork.points);
      expect(new Set(statuses.slice(served.length))).toEqual(new Set([429]));
      expect((await signIn('branch', { cookie })).status).toBe(200);
      const { rows } = await server.pool.query("select points from rate_limits where key like 'login-browser:%'");
      expect(rows).toEqual([]);
    });

    it('keep their tries when strangers enter wrong passwords', async () => {
      const cookie = await cookieOf('root');
      await guess('root', 8, 5);
      for (let n = 1; n < LIMITS.loginAccount.points; n += 1)
        expect((await signIn('root', { cookie })).status).toBe(200);
    });

    it('count for each account that signed in there and for no other', async () => {
      const both = await cookieOf('branch', await cookieOf('root'));
      await guess('root', 8, 5);
      await guess('branch', 8, 5);
      await guess('hr', 8, 5);
      expect((await signIn('root', { cookie: both })).status).toBe(200);
      expect((await signIn('branch', { cookie: both })).status).toBe(200);
      expect((await signIn('hr', { cookie: both })).body.key).toBe('challenge.required');
    });

    it('count as strangers with an old, changed or foreign cookie', async () => {
      const cookie = await cookieOf('root');
      const entry = cookie.slice('known_browser='.length);
      const [userId, ...rest] = entry.split('.');
      const { rows } = await server.pool.query("select id from users where email = 'branch@demo.test'");
      await guess('root', 8, 5);
      await guess('branch', 8, 5);
      const keyWith = async (name: string, value: string) => (await signIn(name, { cookie: value })).body.key;
      expect(userId).not.toBe(String(rows[0].id));
      expect(await keyWith('branch', cookie)).toBe('challenge.required');
      expect(await keyWith('branch', `known_browser=${[rows[0].id, ...rest].join('.')}`)).toBe('challenge.required');
      for (const value of ['known_browser=', 'known_browser=~~~', `known_browser=${'a.'.repeat(4000)}`, 'x'])
        expect(await keyWith('root', value)).toBe('challenge.required');
      server.clock.set(new Date(NOW.getTime() + 180 * 86_400_000));
      await guess('root', 8, 5);
      expect(await keyWith('root', cookie)).toBe('challenge.required');
    });

    it('get a Secure cookie when the product runs on https', async () => {
      const safe = await testServer({ env: { PUBLIC_URL: 'https://work.example' }, database: server.database });
      const { headers } = await safe.call(login, { body: { email: 'root@demo.test', password: DEMO_PASSWORD } });
      await safe.close();
      expect(headers['set-cookie']).toMatch(/^__Secure-known_browser=.*; Secure$/);
    });
  });

  it('lets real users in during 410 tries a second from many networks', async () => {
    const names = ['root', 'hr', 'company', 'branch'];
    const cookies = await Promise.all(names.map((name) => cookieOf(name)));
    const flood = Array.from({ length: 410 }, (_, n) =>
      signIn(`nobody${n}`, { from: strangerAt(n % 60), password: 'Wrong12' }),
    );
    const people = Array.from({ length: 14 }, (_, n) => {
      const name = names[n % names.length]!;
      const from = `198.51.100.${20 + n}`;
      return n % 2 === 0
        ? signInWithWork(name, { from, cookie: cookies[n % names.length]! })
        : signInWithWork(name, { from });
    });
    const signedIn = (await Promise.all(people)).map(({ status }) => status);
    const refused = (await Promise.all(flood)).map(({ status }) => status);
    expect(signedIn).toEqual(Array(14).fill(200));
    expect(refused.filter((status) => status === 400).length).toBeLessThan(150);
  });

  it('requires work of 300 simultaneous tries before they cost a statement', async () => {
    const burst = Array.from({ length: 300 }, (_, n) =>
      signIn(`nobody${n}`, { from: `203.0.113.${1 + (n % 20)}`, password: 'Wrong12' }),
    );
    const person = signInWithWork('root');
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect((await person).status).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(25);
  });
});
