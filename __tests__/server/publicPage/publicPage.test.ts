import { DAY } from '../../../contract/constants/time';
import { PAGE_FIGURE_DAYS, ROSTER_TEXT_VERSION } from '../../../contract/constants/publicPage';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { searchApplications } from '../../../contract/routes/applications';
import { getPublicPage, getPublicPageQr, getPoster, putPublicPage } from '../../../contract/routes/publicPage';
import { PRIVACY_TEXT_VERSION } from '../../../contract/constants/privacy';
import { putJob } from '../../../contract/routes/jobs';
import type { Challenge } from '../../../contract/schemas/challenge';
import { forgetStart } from '../../../server/modules/publicPage/startLimits';
import { LIMITS, withPoints } from '../../../server/platform/limits';
import { notifyRosters } from '../../../server/modules/roster';
import { deliverDue } from '../../../server/platform/outgoing/deliver';
import { messagesTo } from '../account/accounts';
import { solve } from '../../support/proofOfWork';
import { testServer, type TestServer } from '../../support/testServer';
import { ANSWERS, browserOn, type Browser } from './visitor';

describe('the public page of a branch', () => {
  let server: TestServer;
  let userId: number;
  let code: string;
  let jobId: number;
  let closedId: number;
  let send: Browser['send'];
  let get: Browser['get'];
  let post: Browser['post'];
  let person: Browser['person'];
  let codeFor: Browser['codeFor'];
  beforeAll(async () => {
    server = await testServer();
    ({ send, get, post, person, codeFor } = browserOn(server));
    const { body } = await server.call(getPublicPage, { as: 'branch' });
    code = body.payload.branchPage.code;
    const { rows } = await sql<{ id: number; userId: number; status: string }>`
      select j.id, j.user_id as "userId", j.status from jobs j join users u on u.id = j.user_id
      where u.email = 'branch@demo.test' and j.status in ('active', 'closed') order by j.id`.execute(server.db);
    userId = rows[0]!.userId;
    jobId = rows.find(({ status }) => status === 'active')!.id;
    closedId = rows.find(({ status }) => status === 'closed')!.id;
  });
  beforeEach(() => server.pool.query('delete from rate_limits'));
  afterAll(() => server.close());

  /** Takes the first form and returns the path of the second. */
  const requestCode = async (given = person(), job = jobId) => {
    const { status, to } = await post(`/p/${code}/${job}/apply`, given);
    expect(status).toBe(303);
    return { path: to.split('?')[0]!, phone: given.phone };
  };
  const applied = async (given = person()) => {
    const { path, phone } = await requestCode(given);
    return post(path, { ...ANSWERS, code: await codeFor(phone) });
  };
  const applicationsOf = async (phone: string) => {
    const { rows } = await sql<{ id: number; ref: string; days: string[]; externalId: string; score: number }>`
      select a.id, s.ref, s.days, w.external_id as "externalId", a.match_score as score
      from applications a join workers w on w.id = a.worker_id left join application_sources s on s.application_id = a.id
      where w.phone = ${phone.slice(1)} and w.external_id like 'web:%'`.execute(server.db);
    return rows;
  };

  describe('its pages', () => {
    it('lists the open jobs with links, without scripts', async () => {
      const { status, body, headers } = await get(`/p/${code}?from=poster`);
      expect(status).toBe(200);
      expect(body).toContain(`href="/p/${code}/${jobId}?lang=en&amp;from=poster"`);
      expect(body).not.toContain(`/p/${code}/${closedId}?`);
      expect(body).not.toContain('<script');
      expect(body).toMatch(/<p><span translate="no" dir="auto">[^<]+<\/span>/);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-robots-tag']).toBeUndefined();
      expect(body.length).toBeLessThan(30_000);
    });

    it('describes a job to search engines by what the page shows', async () => {
      const { status, body } = await get(`/p/${code}/${jobId}`);
      expect(status).toBe(200);
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
      const posting = JSON.parse(json);
      expect(posting).toMatchObject({
        '@type': 'JobPosting',
        title: expect.any(String),
        datePosted: expect.any(String),
        hiringOrganization: { name: expect.any(String) },
        directApply: true,
      });
      expect(posting.jobLocation[0].address).toMatchObject({
        addressCountry: 'TR',
        addressLocality: expect.any(String),
      });
      expect(Date.parse(posting.validThrough)).toBeGreaterThan(server.clock.now().getTime());
    });

    it('has the same content as JSON for other sites', async () => {
      const list = await get(`/p/${code}.json`);
      expect([list.status, list.headers['access-control-allow-origin']]).toEqual([200, '*']);
      const jobs = JSON.parse(list.body).jobs as { id: number; url: string }[];
      expect(jobs.map(({ id }) => id)).toContain(jobId);
      expect(jobs.map(({ id }) => id)).not.toContain(closedId);
      const job = await get(`/p/${code}/${jobId}.json`);
      expect(JSON.parse(job.body)).toMatchObject({ id: jobId, isOpen: true, posting: { '@type': 'JobPosting' } });
      expect((await get(`/p/${code}/${closedId}.json`)).status).toBe(410);
      for (const path of ['/p/aaaaaaaa.json', `/p/${code}/999999.json`, `/p/${code}/x.json`]) {
        const none = await get(path);
        expect([none.status, none.headers['content-type']]).toEqual([404, expect.stringContaining('json')]);
      }
    });

    it('answers 410 for a closed job and offers others; search engines drop it', async () => {
      const { status, body, headers } = await get(`/p/${code}/${closedId}`);
      expect([status, headers['x-robots-tag']]).toEqual([410, 'noindex']);
      expect(body).toContain(`/p/${code}/${jobId}?`);
    });

    it.each(['/p/aaaaaaaa', '/p/x', '/p/%00', '/p/aaaaaaaa/1', '/p/aaaaaaaa/1/apply'])(
      'answers 404 for %s',
      async (path) => expect((await get(path)).status).toBe(404),
    );

    it('does not show the job of another branch or a draft', async () => {
      const { rows } = await sql<{ id: number }>`
        select (select id from jobs where user_id <> ${userId} and status = 'active' limit 1) as id
        union all select (select id from jobs where status = 'draft' limit 1)`.execute(server.db);
      for (const { id } of rows) expect((await get(`/p/${code}/${id}`)).status).toBe(404);
    });

    it('counts the views of people, and the jobs’ views with them', async () => {
      const viewsOf = async () => {
        const { body } = await server.call(getPublicPage, { as: 'branch' });
        const { rows } = await sql<{ n: number }>`select view_count as n from jobs where id = ${jobId}`.execute(
          server.db,
        );
        return [body.payload.branchPage.views7, rows[0]!.n] as const;
      };
      const [page, job] = await viewsOf();
      await get(`/p/${code}/${jobId}?from=poster`);
      await get(`/p/${code}/${jobId}`, { 'user-agent': 'WhatsApp/2.23.20.0' });
      // The employer's own look.
      expect((await get(`/p/${code}?from=preview`)).body).toContain(`/p/${code}/${jobId}?lang=en&amp;from=preview`);
      await get(`/p/${code}/${jobId}?from=preview`);
      expect(await viewsOf()).toEqual([page + 1, job + 1]);
    });

    it.each(['poster', 'preview'])('keeps the origin %s in the links to all jobs and other languages', async (from) => {
      const list = `href="/p/${code}?lang=en&amp;from=${from}"`;
      for (const path of [`/p/${code}`, `/p/${code}/${jobId}`])
        expect((await get(`${path}?from=${from}`)).body).toContain(list);
      const refused = await post(`/p/${code}/${jobId}/apply`, person({ phone: '12', from }));
      expect(refused.body).toContain(list);
      expect(refused.body).toContain(`name="from" value="${from}"`);
    });

    it.each(['poster', 'preview', 'roster'])('keeps the origin %s on the page of a closed job', async (from) => {
      const { body } = await get(`/p/${code}/${closedId}?from=${from}`);
      expect(body).toContain(`href="/p/${code}/${jobId}?lang=en&amp;from=${from}"`);
      expect(body).toContain(`href="/p/${code}/${closedId}?lang=es&amp;from=${from}"`);
    });
  });

  describe('an application', () => {
    it('arrives with its answers, and leads to the applicant’s own page', async () => {
      const given = person({ from: 'poster' });
      const { status, to } = await applied(given);
      expect(status).toBe(303);
      expect(to).toMatch(/^\/w\/[\w-]{30}\?lang=en&done=applied$/);
      expect((await get(to)).body).toContain('Your application has arrived');
      expect(await applicationsOf(given.phone)).toEqual([
        expect.objectContaining({ ref: 'poster', days: ['weekdays'], externalId: expect.stringMatching(/^web:/) }),
      ]);
      const messages = await messagesTo(server, `+9${given.phone}`);
      expect(JSON.stringify(messages)).toContain('/w/');
      const { body } = await server.call(searchApplications, { as: 'branch', query: { jobId, q: 'Deniz Ak' } });
      expect(body.payload.length).toBeGreaterThan(0);
    });

    it('made at night is confirmed by text message in the morning', async () => {
      const before = server.clock.now();
      // 23:30 in the marketplace.
      server.clock.set(new Date('2026-05-20T20:30:00.000Z'));
      const { path, phone } = await requestCode();
      expect((await post(path, { ...ANSWERS, code: await codeFor(phone) })).status).toBe(303);
      const sent: string[] = [];
      const senders = {
        sms: async (message: { phone: string; text: string }) =>
          void (message.phone === `+9${phone}` && sent.push(message.text)),
        mail: async () => undefined,
        push: async () => undefined,
        keptChannels: new Set<'sms'>(),
        close: async () => undefined,
      };
      const deliverAt = (at: string) => {
        server.clock.set(new Date(at));
        return deliverDue({ ...server.deps, senders, log: server.app.log }, 'sms');
      };
      await deliverAt('2026-05-20T20:31:00.000Z');
      expect(sent.filter((text) => text.includes('/w/'))).toEqual([]);
      await deliverAt('2026-05-21T05:00:10.000Z');
      expect(sent.filter((text) => text.includes('/w/'))).toHaveLength(1);
      server.clock.set(before);
    });

    it('with the same phone is shown instead of made again', async () => {
      const given = person();
      const first = await applied(given);
      const second = await applied(given);
      expect(second.body).toMatch(/<h1>You already applied on \d+ \w+ \d{4}<\/h1>/);
      expect(second.body).toContain(`href="${first.to.split('&')[0]}"`);
      expect(await applicationsOf(given.phone)).toHaveLength(1);
    });

    it('is made once by a double click', async () => {
      const given = person();
      const { path, phone } = await requestCode(given);
      const form = { ...ANSWERS, code: await codeFor(phone) };
      await post(path, form);
      const answers = await Promise.all([post(path, form), post(path, form)]);
      expect(new Set(answers.map(({ to }) => to.split('?')[0])).size).toBe(1);
      expect(await applicationsOf(given.phone)).toHaveLength(1);
    });

    it.each([
      ['firstName', '', 'Please fill this in.'],
      ['lastName', '12', 'Please write your name in letters.'],
      ['firstName', 'x'.repeat(101), 'at most 100 characters'],
      ['lastName', 'y'.repeat(600), 'at most 100 characters'],
      ['phone', '123', 'Please enter a mobile number'],
      ['phone', '', 'Please fill this in.'],
    ])('shows what is wrong with %s “%s” and keeps the rest', async (field, value, text) => {
      const given = person({ [field]: value });
      const { status, body } = await post(`/p/${code}/${jobId}/apply`, given);
      expect(status).toBe(400);
      expect(body).toContain(text);
      expect(body).toContain(`aria-describedby="${field === 'phone' ? 'phone-hint ' : ''}${field}-error"`);
      if (field !== 'lastName') expect(body).toContain('value="Ak"');
      expect(body).toContain(`value="${value}"`);
    });

    it('lists the problems in the order of the page and puts the cursor into the first field', async () => {
      const { body } = await post(`/p/${code}/${jobId}/apply`, person({ firstName: '', phone: '' }));
      const summary = body.slice(body.indexOf('role="alert"'), body.indexOf('<form'));
      expect([...summary.matchAll(/href="#(\w+)"/g)].map(([, field]) => field)).toEqual(['firstName', 'phone']);
      expect(/<input[^>]*autofocus[^>]*>/.exec(body)?.[0]).toContain('name="firstName"');
    });

    it('keeps markup as text', async () => {
      const { body } = await post(
        `/p/${code}/${jobId}/apply`,
        person({ firstName: '"><script>alert(1)</script>', phone: '1' }),
      );
      expect(body).not.toContain('<script>alert');
    });

    it('shows that a code is wrong, keeps the answers, and then accepts the right code', async () => {
      const { path, phone } = await requestCode();
      const right = await codeFor(phone);
      const wrong = right === '0000' ? '1111' : '0000';
      const refused = await post(path, { ...ANSWERS, code: wrong });
      expect([refused.status, refused.body.includes('This code is wrong')]).toEqual([400, true]);
      expect(refused.body).toMatch(/value="morning" checked/);
      expect((await post(path, { ...ANSWERS, code: right })).status).toBe(303);
    });

    it('records once under which text somebody applied', async () => {
      const given = person();
      await applied(given);
      const { rows } = await sql`
        select c.purpose, c.text_version, c.withdrawn_at
        from consents c join workers w on w.id = c.worker_id where w.phone = ${given.phone.slice(1)}`.execute(
        server.db,
      );
      expect(rows).toEqual([{ purpose: 'application', textVersion: PRIVACY_TEXT_VERSION, withdrawnAt: null }]);
    });

    it('tells the applicant who keeps the data and for how long', async () => {
      const { path } = await requestCode();
      expect((await get(path)).body).toMatch(/delete them 12 months after the last step/);
    });

    it('keeps what was typed when the reader changes the language', async () => {
      const given = person();
      const first = await get(`/p/${code}/${jobId}`);
      expect(first.body).toContain(`formaction="/p/${code}/${jobId}/apply?lang=es" name="do" value="language"`);
      const changed = await post(`/p/${code}/${jobId}/apply?lang=es`, { ...given, phone: '12', do: 'language' });
      expect(changed.status).toBe(303);
      expect(changed.body).toContain('value="Deniz"');
      expect(changed.body).toContain('<html lang="es">');
      expect(changed.body).not.toContain('aria-invalid="true"');
      const { path } = await requestCode(given);
      const second = await post(`${path}?lang=tr`, { ...ANSWERS, code: '12', do: 'language' });
      expect(second.status).toBe(200);
      expect(second.body).toMatch(/value="morning" checked/);
      expect(second.body).toContain('value="12"');
    });

    it('sends the code again', async () => {
      const { path, phone } = await requestCode();
      const right = await codeFor(phone);
      const before = server.clock.now();
      const soon = await post(path, { ...ANSWERS, do: 'resend' });
      expect([soon.status, soon.body.includes('The code is on its way')]).toEqual([429, true]);
      server.clock.set(new Date(before.getTime() + 30_000));
      const { status, body } = await post(path, { ...ANSWERS, do: 'resend' });
      expect([status, body.includes('We sent the code again')]).toEqual([200, true]);
      server.clock.set(before);
      expect((await post(path, { ...ANSWERS, code: right })).status).toBe(303);
    });

    it('expires after half an hour and leads to the first form, which says so', async () => {
      const { path } = await requestCode();
      const before = server.clock.now();
      server.clock.set(new Date(before.getTime() + 31 * 60_000));
      for (const late of [await get(path), await send('POST', path, ANSWERS)]) {
        const { to } = late;
        expect([late.status, to]).toEqual([303, `${path.split('/apply/')[0]}?lang=en&done=over`]);
        const { status, body } = await get(to);
        expect([status, body.includes('This form is no longer kept')]).toEqual([200, true]);
        expect(body).toContain('name="firstName"');
      }
      server.clock.set(before);
    });

    it('can be moved to another job when its own has closed meanwhile', async () => {
      const given = person();
      const { path, phone } = await requestCode(given);
      await sql`update jobs set status = 'closed' where id = ${jobId}`.execute(server.db);
      const form = { ...ANSWERS, code: await codeFor(phone) };
      const closed = await post(path, form);
      await sql`update jobs set status = 'active' where id = ${jobId}`.execute(server.db);
      expect(closed.status).toBe(410);
      const [, action = ''] = /action="([^"]+)"/.exec(closed.body) ?? [];
      expect(closed.body).toContain(`name="code" value="${form.code}"`);
      const { status } = await post(action.replaceAll('&amp;', '&'), form);
      expect(status).toBe(303);
      expect(await applicationsOf(given.phone)).toHaveLength(1);
    });

    describe('with the hidden field filled in', () => {
      const trapped = () => post(`/p/${code}/${jobId}/apply`, person({ website: 'https://example.com' }));

      it('sends no code, tells the visitor what to do and empties the field', async () => {
        const given = person();
        const filled = { ...given, website: 'https://example.com' };
        const { to, status, body } = await post(`/p/${code}/${jobId}/apply`, filled);
        expect([status, body.includes('press “Continue” again')]).toEqual([429, true]);
        expect(body).toContain('<a href="#form">Your browser filled in');
        expect(body).toContain(`value="${given.phone}"`);
        expect(body).not.toContain('example.com');
        const { rows } = await sql`select 1 from phone_codes where phone = ${`+9${given.phone}`}`.execute(server.db);
        expect(rows).toEqual([]);
        expect((await post(to.split('?')[0]!, given)).body).toContain('We sent a four-digit code');
      });

      it('continues after work, even if a form filler fills the field again', async () => {
        const { to, body } = await trapped();
        const [, json = ''] = /name="challenge" value="([^"]+)"/.exec(body) ?? [];
        const { challenge, solution } = await solve(JSON.parse(json.replaceAll('&quot;', '"')) as Challenge);
        const work = { challenge: JSON.stringify(challenge), solution: JSON.stringify(solution) };
        const again = await post(to.split('?')[0]!, person({ website: 'https://example.com', ...work }));
        expect(again.body).toContain('We sent a four-digit code');
      });

      it('continues after a single solution even if the network began many applications', async () => {
        await Promise.all(
          Array.from({ length: 20 }, () => server.deps.limiter.count(LIMITS.applicationStart, '127.0.0.1')),
        );
        const { to, body } = await trapped();
        expect(body).toContain('Too many applications from this network');
        const [, json = ''] = /name="challenge" value="([^"]+)"/.exec(body) ?? [];
        const { challenge, solution } = await solve(JSON.parse(json.replaceAll('&quot;', '"')) as Challenge);
        const work = { challenge: JSON.stringify(challenge), solution: JSON.stringify(solution) };
        const again = await post(to.split('?')[0]!, person({ website: 'https://example.com', ...work }));
        expect(again.body).toContain('We sent a four-digit code');
      });
    });

    it('asks whether the applicant is 18 if the job requires it', async () => {
      await sql`update jobs set birth_date_min = 18 where id = ${jobId}`.execute(server.db);
      const { path, phone } = await requestCode();
      const form = { ...ANSWERS, code: await codeFor(phone) };
      expect((await post(path, form)).body).toContain('You must be at least 18');
      expect((await post(path, { ...form, adult: 'yes' })).status).toBe(303);
      await sql`update jobs set birth_date_min = null where id = ${jobId}`.execute(server.db);
    });

    describe('above 20 an hour from one network', () => {
      const begun = (more = {}) => post(`/p/${code}/${jobId}/apply`, person(more));
      /** Uses up what one network may begin. */
      const use = (points: number) =>
        Promise.all(
          Array.from({ length: points }, () => server.deps.limiter.count(LIMITS.applicationStart, '127.0.0.1')),
        );
      const challengeIn = (body: string): Challenge => {
        const [, json = ''] = /name="challenge" value="([^"]+)"/.exec(body) ?? [];
        return JSON.parse(json.replaceAll('&quot;', '"')) as Challenge;
      };

      it('needs work, and without scripts tells the visitor when to try again', async () => {
        await use(19);
        expect((await begun()).status).toBe(303);
        const refused = await begun();
        expect(refused.status).toBe(429);
        expect(refused.body).toMatch(/Please try again at \d+:\d\d/);
        expect(refused.body).toContain('value="Deniz"');
        const [, script = ''] = /<script>(.*?)<\/script>/s.exec(refused.body) ?? [];
        const hash = createHash('sha256').update(script).digest('base64');
        expect(refused.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
        const { challenge, solution } = await solve(challengeIn(refused.body));
        const work = { challenge: JSON.stringify(challenge), solution: JSON.stringify(solution) };
        expect((await begun(work)).status).toBe(303);
        // A solution works once, and another network still begins without work.
        expect((await begun(work)).status).toBe(429);
        const elsewhere = await server.app.inject({
          method: 'POST',
          url: `/p/${code}/${jobId}/apply`,
          remoteAddress: '198.51.100.7',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(person()).toString(),
        });
        expect(elsewhere.statusCode).toBe(303);
      });

      it('needs work from the neighbours of the network, too', async () => {
        const rule = LIMITS.applicationStartPrefix;
        await server.deps.limiter.take(rule, '127.0.0', 60);
        expect(challengeIn((await begun()).body).parameters.data.level).toBe(1);
      });

      it('needs as much work as the messages to the country cost', async () => {
        await use(20);
        const sent = LIMITS.smsCountryHour.points * 8;
        await server.deps.limiter.take(withPoints(LIMITS.smsCountryHour, sent), 'TR', sent);
        expect(challengeIn((await begun()).body).parameters.data.level).toBe(4);
      });

      it('gives the count of a proved phone back to the network where the application began', async () => {
        const [own, other] = ['127.0.0.1', '198.51.100.9'];
        const used = (network: string) => server.deps.limiter.used(LIMITS.applicationStart, network);
        const { path, phone } = await requestCode();
        await server.deps.limiter.count(LIMITS.applicationStart, other);
        const [before, beside] = [await used(own), await used(other)];
        const proved = await server.app.inject({
          method: 'POST',
          url: path,
          remoteAddress: other,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...ANSWERS, code: await codeFor(phone) }).toString(),
        });
        expect(proved.statusCode).toBe(303);
        expect([await used(own), await used(other)]).toEqual([before - 1, beside]);
        await server.deps.limiter.clear(LIMITS.applicationStart, own);
        await forgetStart(server.deps, { address: own, userId });
        expect(await used(own)).toBe(0);
      });

      it('is refused above 300, even with work', async () => {
        await use(300);
        const refused = await begun();
        expect([refused.status, refused.body.includes('name="challenge"')]).toEqual([429, false]);
        expect(refused.body).toMatch(/Please try again at/);
      });

      it('does not count applications with a proved phone', async () => {
        await use(19);
        for (let at = 0; at < 3; at += 1) expect((await applied()).status).not.toBe(429);
        expect((await begun()).status).toBe(303);
        expect((await begun()).status).toBe(429);
      });
    });

    it('is refused from another site and above 8 kB', async () => {
      const foreign = await send('POST', `/p/${code}/${jobId}/apply`, person(), { 'sec-fetch-site': 'cross-site' });
      expect(foreign.status).toBe(403);
      expect((await post(`/p/${code}/${jobId}/apply`, person({ firstName: 'x'.repeat(300_000) }))).status).toBe(413);
    });
  });

  describe('a job that its page does not show', () => {
    const show = (isPublic: boolean) =>
      server.call(putJob, { as: 'branch', params: { id: jobId }, body: { isPublic } });
    it('appears as closed and without its title at all its addresses until it is shown again', async () => {
      const { path, phone } = await requestCode();
      const hidden = await show(false);
      expect(hidden.body.payload.job.isPublic).toBe(false);
      expect((await get(`/p/${code}`)).body).not.toContain(`/p/${code}/${jobId}?`);
      expect((await get('/sitemap.xml')).body).not.toContain(`/p/${code}/${jobId}<`);
      const { rows } = await sql<{ title: string }>`select title from jobs where id = ${jobId}`.execute(server.db);
      const json = await get(`/p/${code}/${jobId}.json`);
      expect([json.status, JSON.parse(json.body)]).toEqual([410, { id: jobId, isOpen: false }]);
      const typed = { ...ANSWERS, code: await codeFor(phone) };
      const asked = [await get(`/p/${code}/${jobId}`), await get(path)];
      for (const closed of [...asked, await post(path, typed), await post(`/p/${code}/${jobId}/apply`, typed)]) {
        expect([closed.status, closed.body.includes('This job is closed')]).toEqual([410, true]);
        // Another branch may have a job with the same title.
        expect(closed.body).not.toMatch(new RegExp(`[“>]${rows[0]!.title}[”<]`));
      }
      await show(true);
      expect((await get(`/p/${code}/${jobId}`)).status).toBe(200);
    });
  });

  describe('the roster', () => {
    const noon = (days: number) => new Date(Date.UTC(2026, 5, 1, 9) + days * DAY);
    const hideJobs = () => sql`update jobs set is_public = false where user_id = ${userId}`.execute(server.db);
    /** Opens the job at a time. */
    const open = async (at: Date, id = jobId) => {
      await sql`delete from roster_news where job_id = ${id}`.execute(server.db);
      await sql`update jobs set is_public = true, status = 'active', opened_at = ${at} where id = ${id}`.execute(
        server.db,
      );
    };
    const join = async (given = person()) => {
      const { status, to } = await post(`/p/${code}/roster`, given);
      expect(status).toBe(303);
      expect((await get(to)).body).toMatch(/until I stop it, or until 12 months after the last message/);
      const path = to.split('?')[0]!;
      const joined = await post(path, { code: await codeFor(given.phone) });
      expect(joined.status).toBe(303);
      return { given, page: joined.to };
    };
    const newsTo = async (phone: string) =>
      (await messagesTo(server, `+9${phone}`))
        .map((text) => JSON.stringify(text))
        .filter((text) => text.includes('?r='));
    const countOf = async () => {
      const { body } = await server.call(getPublicPage, { as: 'branch' });
      return body.payload.branchPage.roster;
    };
    let before: Date;
    beforeAll(() => {
      before = server.clock.now();
      server.clock.set(noon(0));
    });
    afterAll(async () => {
      server.clock.set(before);
      await sql`update jobs set is_public = true where user_id = ${userId}`.execute(server.db);
    });

    it('asks only for the phone number where no job is open', async () => {
      await hideJobs();
      const { body } = await get(`/p/${code}`);
      expect(body.match(/No jobs are open right now/g)).toHaveLength(2);
      expect(body).not.toContain('Choose a job');
      expect(body).toContain('id="roster"');
      await sql`update jobs set is_public = true where user_id = ${userId}`.execute(server.db);
      expect((await get(`/p/${code}`)).body).toContain('Choose a job');
    });

    it('takes a number where no job is open, and keeps what was typed', async () => {
      await hideJobs();
      const page = await get(`/p/${code}`);
      expect(page.body).toContain(`action="/p/${code}/roster?lang=en"`);
      const refused = await post(`/p/${code}/roster`, person({ phone: '1' }));
      expect([refused.status, refused.body.includes('value="Deniz"')]).toEqual([400, true]);
      const spanish = await post(`/p/${code}/roster?lang=es`, person({ phone: '1', do: 'language' }));
      expect([spanish.status, spanish.body.includes('value="Deniz"')]).toEqual([303, true]);
      const count = await countOf();
      const { page: own } = await join();
      expect((await get(own)).body).toContain('You are on the list');
      expect(await countOf()).toBe(count + 1);
    });

    it('gets a message about a job once for a phone, and about one job a day', async () => {
      const { given } = await join();
      await join({ ...given, firstName: 'Mert' });
      await open(noon(0.001));
      server.clock.set(noon(0.01));
      expect(await notifyRosters(server.deps)).toBeGreaterThan(0);
      expect(await notifyRosters(server.deps)).toBe(0);
      const [text, ...more] = await newsTo(given.phone);
      expect(more).toEqual([]);
      const [, link = ''] = /https?:\/\/[^/]+(\/p\/[^"]+)/.exec(text!) ?? [];
      const page = await get(link);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.body).toContain('name="from" value="roster"');
      await open(noon(0.02));
      server.clock.set(noon(0.03));
      expect(await notifyRosters(server.deps)).toBe(0);
      await open(new Date(noon(0.04).getTime() + DAY));
      server.clock.set(noon(1.05));
      expect(await notifyRosters(server.deps)).toBeGreaterThan(0);
      expect(await newsTo(given.phone)).toHaveLength(2);
      const path = (await requestCode(person({ ...given, from: 'roster' }))).path;
      await post(path, { ...ANSWERS, adult: 'yes', code: await codeFor(given.phone) });
      expect(await applicationsOf(given.phone)).toEqual([expect.objectContaining({ ref: 'roster' })]);
    });

    it('is left by all who have the phone, because one of them stops its messages', async () => {
      const { given, page } = await join();
      await join({ ...given, firstName: 'Mert' });
      const count = await countOf();
      await post(page.split('?')[0]!, {});
      expect(await countOf()).toBe(count - 2);
    });

    it('can be left after the language of the linked page was changed, or its form refused', async () => {
      const { given, page } = await join();
      const stop = page.split('?')[0]!;
      const link = `/p/${code}/${jobId}?r=${stop.split('/').at(-1)}`;
      const stopIn = (body: string) => new RegExp(`action="${stop}\\?lang=(\\w+)"`).exec(body)?.[1];
      const linked = await get(link);
      expect(stopIn(linked.body)).toBe('en');
      const [, toSpanish = ''] = /formaction="([^"]+lang=es[^"]*)"/.exec(linked.body) ?? [];
      const spanish = await post(toSpanish.replaceAll('&amp;', '&'), { ...given, phone: '12', do: 'language' });
      expect([spanish.headers['cache-control'], stopIn(spanish.body)]).toEqual(['no-store', 'es']);
      const [, action = ''] = /action="(\/p\/[^"]+\/apply\/[^"]+)"/.exec(spanish.body) ?? [];
      const refused = await post(action.replaceAll('&amp;', '&'), { ...given, phone: '12' });
      expect([refused.status, stopIn(refused.body)]).toEqual([400, 'es']);
      await hideJobs();
      const closed = await get(link);
      const [, toTurkish = ''] = /href="([^"]+lang=tr[^"]*)"[^>]*>Türkçe/.exec(closed.body) ?? [];
      expect(stopIn((await get(toTurkish.replaceAll('&amp;', '&'))).body)).toBe('tr');
      await sql`update jobs set is_public = true where user_id = ${userId}`.execute(server.db);
    });

    it('sends its messages in the morning, not at night', async () => {
      const night = new Date(noon(3).getTime() + 12 * 3_600_000);
      server.clock.set(new Date(night.getTime() - 1000));
      const { given } = await join();
      await open(night);
      server.clock.set(new Date(night.getTime() + 60_000));
      expect(await notifyRosters(server.deps)).toBe(0);
      server.clock.set(noon(4));
      await notifyRosters(server.deps);
      expect(await newsTo(given.phone)).toHaveLength(1);
    });

    it('can be left with one click, even while the page is off', async () => {
      server.clock.set(noon(6));
      const { given, page } = await join();
      const stop = page.split('?')[0]!;
      await server.call(putPublicPage, { as: 'branch', body: { isOn: false } });
      expect((await post(`${stop}?lang=en`, {})).body).toContain('You won’t get any more messages from this list');
      await server.call(putPublicPage, { as: 'branch', body: { isOn: true } });
      await open(noon(6.001));
      server.clock.set(noon(6.01));
      await notifyRosters(server.deps);
      expect(await newsTo(given.phone)).toEqual([]);
      const wrong = `${stop.slice(0, -1)}${stop.endsWith('A') ? 'B' : 'A'}`;
      expect((await get(wrong)).status).toBe(404);
    });

    it('stores the consent with its text version, and ends it with the last roster of the organisation', async () => {
      server.clock.set(noon(8));
      const { given, page } = await join();
      const consents = async () => {
        const { rows } = await sql<{ version: string; isOver: boolean }>`
          select c.text_version as version, c.withdrawn_at is not null as "isOver" from consents c
          join workers w on w.id = c.worker_id
          where w.phone = ${given.phone.slice(1)} and c.purpose = 'roster' order by c.id`.execute(server.db);
        return rows;
      };
      const version = String(ROSTER_TEXT_VERSION);
      expect(await consents()).toEqual([{ version, isOver: false }]);
      // A second branch of the organisation.
      await sql`
        insert into roster (worker_id, user_id, organisation_id, nonce, text_version, consented_at)
        select w.id, u.id, u.organisation_id, ${'ab'.repeat(16)}, ${ROSTER_TEXT_VERSION}::int, now()
        from workers w, users u join users own on own.organisation_id = u.organisation_id and own.id = ${userId}
        where w.phone = ${given.phone.slice(1)} and u.id <> ${userId} and u.user_type = 'branch' limit 1`.execute(
        server.db,
      );
      const stop = page.split('?')[0]!;
      await post(`${stop}?lang=en`, {});
      expect(await consents()).toEqual([{ version, isOver: false }]);
      await sql`
        delete from roster r using workers w
        where w.id = r.worker_id and w.phone = ${given.phone.slice(1)} and r.user_id <> ${userId}`.execute(server.db);
      await join(given);
      await post(`${stop}?lang=en`, {});
      expect(await consents()).toEqual([{ version, isOver: true }]);
      await join(given);
      expect(await consents()).toEqual([
        { version, isOver: true },
        { version, isOver: false },
      ]);
    });

    it('can be joined in the form of an application', async () => {
      const count = await countOf();
      await applied();
      expect(await countOf()).toBe(count);
      const { path, phone } = await requestCode();
      await post(path, { ...ANSWERS, code: await codeFor(phone), adult: 'yes', roster: 'yes' });
      expect(await countOf()).toBe(count + 1);
    });
  });

  describe('the employer’s side', () => {
    it('switches the page off and on and changes the introduction', async () => {
      const off = await server.call(putPublicPage, { as: 'branch', body: { isOn: false } });
      expect(off.body.payload.branchPage.isOn).toBe(false);
      expect((await get(`/p/${code}`)).status).toBe(404);
      const on = await server.call(putPublicPage, { as: 'branch', body: { isOn: true, intro: '  Come <b>in</b>  ' } });
      expect(on.body.payload.branchPage).toMatchObject({ isOn: true, intro: 'Come <b>in</b>', code });
      expect((await get(`/p/${code}`)).body).toContain('Come &lt;b&gt;in&lt;/b&gt;');
      const blank = await server.call(putPublicPage, { as: 'branch', body: { intro: '\u200b \u2060' } });
      expect(blank.body.payload.branchPage.intro).toBeNull();
    });

    it('gives four weeks of figures in the hour after midnight of the weeks after a clock change', async () => {
      const { clock, deps } = server;
      const [now, { timeZone }] = [clock.now(), deps.settings];
      deps.settings.timeZone = 'Europe/Berlin';
      // 00:30 in Berlin, whose clock went forward on 29 March.
      clock.set(new Date('2026-04-10T22:30:00Z'));
      const { body } = await server.call(getPublicPage, { as: 'branch' });
      clock.set(now);
      deps.settings.timeZone = timeZone;
      const days = (body.payload.branchPage.days as { day: string }[]).map(({ day }) => day);
      expect([days.length, days[0], days.at(-1)]).toEqual([PAGE_FIGURE_DAYS, '2026-03-15', '2026-04-11']);
    });

    it('gives root the page of a named branch only', async () => {
      expect((await server.call(getPublicPage, { as: 'root' })).status).toBe(400);
      const named = await server.call(getPublicPage, { as: 'root', query: { branchId: userId } });
      expect(named.body.payload.branchPage.code).toBe(code);
      expect((await server.call(getPublicPage, { as: 'company', query: { branchId: userId } })).status).toBe(404);
      expect((await server.call(getPublicPage, { as: 'other', query: { branchId: userId } })).status).toBe(404);
      for (const route of [putPublicPage, getPublicPageQr, getPoster]) {
        const call = {
          as: 'other',
          query: { branchId: userId },
          body: route === putPublicPage ? {} : undefined,
        } as const;
        expect((await server.call(route, call)).status).toBe(404);
      }
    });

    it('shows the address and the newest open jobs in the preview', async () => {
      const named = await server.call(getPublicPage, { as: 'hr', query: { branchId: userId } });
      const { branchPage } = named.body.payload;
      const { rows: open } = await sql<{ title: string }>`
        select title from jobs where user_id = ${userId} and status = 'active' and is_public
        order by opened_at desc nulls last, id desc`.execute(server.db);
      expect(branchPage.jobs.total).toBe(open.length);
      expect(branchPage.jobs.newest.map((job: { title: string }) => job.title)).toEqual(
        open.slice(0, 5).map(({ title }) => title),
      );
      const shown = JSON.parse((await get(`/p/${code}.json`)).body) as { address: string | null };
      expect(branchPage.address).toBe(shown.address);
    });

    it('draws the code and the poster', async () => {
      const qr = await server.call(getPublicPageQr, { as: 'branch' });
      expect(qr.file!.toString()).toContain('<svg');
      for (const format of ['a4', 'a6']) {
        const poster = await server.call(getPoster, { as: 'branch', query: { format } });
        expect(poster.file!.subarray(0, 5).toString()).toBe('%PDF-');
      }
    });

    it('shows views and applications by day and by origin', async () => {
      const { body } = await server.call(getPublicPage, { as: 'branch' });
      const { days, refs, applications7 } = body.payload.branchPage;
      expect(days).toHaveLength(28);
      expect(refs.map(({ ref }: { ref: string }) => ref)).toEqual(['poster', 'link', 'search', 'roster']);
      expect(applications7).toBeGreaterThan(3);
    });
  });

  it('lists pages and open jobs for search engines', async () => {
    expect((await get('/robots.txt')).body).toMatch(/^Sitemap: https?:\/\/.+\/sitemap\.xml$/m);
    const { status, body } = await get('/sitemap.xml');
    expect(status).toBe(200);
    expect(body).toContain(`/p/${code}</loc>`);
    expect(body).toContain(`/p/${code}/${jobId}</loc>`);
    expect(body).not.toContain(`/p/${code}/${closedId}<`);
  });
});
