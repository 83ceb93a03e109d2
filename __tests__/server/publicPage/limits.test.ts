import { wrongCode } from '../account/accounts';
import { ANSWERS, visitorOf, type Visitor } from './visitor';
import { LIMITS, withPoints } from '../../../server/platform/limits';

describe('the limits of the public page', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visitorOf();
  });
  beforeEach(() => visitor.server.pool.query('delete from rate_limits'));
  afterAll(() => visitor.server.close());

  const pass = (seconds: number) =>
    visitor.server.clock.set(new Date(visitor.server.clock.now().getTime() + seconds * 1000));

  /** Adds open jobs like the first one and returns their ids. */
  const moreJobs = async (count: number): Promise<number[]> => {
    const { rows } = await visitor.server.pool.query(
      `insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, is_full_time,
         created_at, opened_at)
       select organisation_id, user_id, 'More', 'x', position_id, category_id, 'active', true, created_at, opened_at
       from jobs, generate_series(1, $2) where id = $1 returning id::int`,
      [visitor.jobs[0]!.id, count],
    );
    return rows.map(({ id }) => id);
  };

  /** Sends a first form from an address. */
  const beginFrom = async (address: string, given = visitor.person()) => {
    const { headers } = await visitor.server.app.inject({
      method: 'POST',
      url: `/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`,
      remoteAddress: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      payload: new URLSearchParams(given).toString(),
    });
    return visitor.get(String(headers.location));
  };

  it('let a proved phone apply for twelve jobs in one day', async () => {
    const given = visitor.person();
    for (const job of await moreJobs(12)) expect((await visitor.apply(given, {}, job)).to).toMatch(/^\/w\//);
  });

  it('tell the owner of an unproved phone on which day and at what time to try again', async () => {
    const given = visitor.person();
    for (let at = 0; at < 5; at += 1) await visitor.requestCode(given);
    const { body } = await visitor.post(`/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`, given);
    const tomorrow = new Date(visitor.server.clock.now().getTime() + 86_400_000);
    const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', timeZone: 'Europe/Istanbul' }).format(tomorrow);
    expect(body).toMatch(new RegExp(`too many codes to this number\\. Please try again on \\w+,? [^.]*\\b${day}\\b`));
  });

  describe('of forms from one network', () => {
    const use = async (points: number) => {
      for (let at = 0; at < points; at += 1)
        await visitor.server.deps.limiter.count(LIMITS.publicPageForm, '127.0.0.1');
    };

    it('keep what was typed, and say when to go on', async () => {
      const { code, jobs } = visitor;
      const given = visitor.person();
      const second = await visitor.requestCode(given);
      const answers = { ...ANSWERS, days: 'sunday', code: await visitor.codeFor(given) };
      await use(LIMITS.publicPageForm.points);
      const forms: [string, Record<string, string>, string][] = [
        [`/p/${code}/${jobs[0]!.id}/apply`, given, `value="${given.phone}"`],
        [`/p/${code}/roster`, given, `value="${given.phone}"`],
        [second, answers, 'value="sunday" checked'],
      ];
      for (const [url, form, kept] of forms) {
        const { status, to } = await visitor.send('POST', url, form);
        expect([url, status]).toEqual([url, 303]);
        const page = await visitor.get(to);
        expect([url, page.status, page.body.includes(kept)]).toEqual([url, 429, true]);
        expect(page.body).toMatch(/Too many applications from this network\. Please try again at /);
      }
      pass(601);
      // The code has expired meanwhile, and the next one brings the applicant on.
      await visitor.post(second, { ...answers, do: 'resend' });
      const { to } = await visitor.post(second, { ...answers, code: await visitor.codeFor(given) });
      expect(to).toMatch(/^\/w\//);
    });

    it('say when to go on with a proved phone and with the question who applies, too', async () => {
      const given = visitor.person({ firstName: 'Ayşe' });
      await visitor.apply(given);
      const { to } = await visitor.apply({ ...given, firstName: 'Mert' });
      const path = to.split('?')[0]!;
      await use(LIMITS.publicPageForm.points);
      const page = await visitor.post(path, { do: 'other' });
      expect(page.status).toBe(429);
      expect(page.body).toContain('Too many applications from this network');
      expect(page.body).toContain('<h1>Still <span translate="no" dir="auto">Ayşe A.</span>?</h1>');
      pass(601);
      expect((await visitor.post(path, { do: 'other' })).to).toMatch(/^\/w\//);
    });

    it('store nothing far above', async () => {
      await use(LIMITS.publicPageForm.most);
      const { status } = await visitor.send('POST', `/p/${visitor.code}/roster`, visitor.person());
      expect(status).toBe(429);
    });
  });

  it('tell the applicant after five wrong codes that the code is dead, and offer a new one first', async () => {
    const given = visitor.person();
    const path = await visitor.requestCode(given);
    const right = await visitor.codeFor(given);
    for (let at = 0; at < 4; at += 1)
      expect((await visitor.post(path, { ...ANSWERS, code: wrongCode(right) })).body).toContain('This code is wrong');
    const dead = await visitor.post(path, { ...ANSWERS, code: wrongCode(right) });
    expect(dead.body).toContain('This code no longer works');
    const [, first] = /<button[^>]*value="(\w+)"/.exec(dead.body.slice(dead.body.indexOf('<form'))) ?? [];
    expect(first).toBe('resend');
    expect((await visitor.post(path, { ...ANSWERS, code: right })).body).toContain('This code no longer works');
    pass(31);
    const again = await visitor.post(path, { ...ANSWERS, do: 'resend' });
    expect(again.body).toContain('We sent the code again');
    expect(again.body).toMatch(/value="apply"[\s\S]*value="resend"/);
    const { to } = await visitor.post(path, { ...ANSWERS, code: await visitor.codeFor(given) });
    expect(to).toMatch(/^\/w\//);
  });

  it('tell the applicant that an expired code is dead, too', async () => {
    const given = visitor.person();
    const path = await visitor.requestCode(given);
    const right = await visitor.codeFor(given);
    pass(181);
    expect((await visitor.post(path, { ...ANSWERS, code: right })).body).toContain('This code no longer works');
  });

  it('let visitors without scripts apply although strangers used up the country’s free messages', async () => {
    for (let at = 0; at < LIMITS.smsCountryHour.points * 2; at += 1)
      await visitor.server.deps.limiter.count(LIMITS.smsCountryHour, 'TR');
    for (let at = 0; at < 3; at += 1)
      expect((await beginFrom('198.51.100.7')).body).toContain('We sent a four-digit code');
    // A network that begins more applications without proving a phone must solve the work.
    expect((await beginFrom('198.51.100.7')).body).toContain('A lot of people are applying right now');
    expect((await beginFrom('203.0.113.9')).body).toContain('We sent a four-digit code');
  });

  it('demand work on a page where many applications began, and on no other', async () => {
    const rule = LIMITS.applicationStartPage;
    for (let at = 0; at < rule.points; at += 1)
      await visitor.server.deps.limiter.count(rule, String(visitor.jobs[0]!.userId));
    expect((await beginFrom('203.0.113.77')).body).toMatch(
      /Many people are applying on this page\. Please try again at/,
    );
    // Above fifteen times as many, no work helps.
    const most = withPoints(rule, rule.most);
    await visitor.server.deps.limiter.take(most, String(visitor.jobs[0]!.userId), rule.points * 14);
    const full = await beginFrom('203.0.113.78');
    expect(full.body).toMatch(/Many people are applying on this page\. Please try again at/);
    expect(full.body).not.toContain('name="challenge"');
    const { rows } = await visitor.server.pool.query(
      `select p.code, j.id from branch_pages p join users u on u.id = p.user_id join jobs j on j.user_id = u.id
       where u.email = 'other@demo.test' and j.status = 'active' and p.is_on limit 1`,
    );
    const { status } = await visitor.post(`/p/${rows[0].code}/${rows[0].id}/apply`, visitor.person());
    expect(status).toBe(303);
  });
});
