import { sql } from 'kysely';
import { DAY } from '../../../contract/constants/time';
import { putSendCode } from '../../../contract/routes/account';
import { getApplication, searchApplications } from '../../../contract/routes/applications';
import { wrongCode } from '../account/accounts';
import { ANSWERS, visitorOf, type Visitor } from './visitor';
import { isDemoWorker } from '../../../server/seeds/pages';
import { LIMITS } from '../../../server/platform/limits';

describe('applying on a public page', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visitorOf();
  });
  beforeEach(() => visitor.server.pool.query('delete from rate_limits'));
  afterAll(() => visitor.server.close());

  const idOf = async (phone: string, jobId = visitor.jobs[0]!.id): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a join workers w on w.id = a.worker_id
      where w.phone = ${phone} and w.external_id like 'web:%' and a.job_id = ${jobId}
      order by a.created_at, a.id`.execute(visitor.server.db);
    return rows[0]!.id;
  };
  const detailOf = async (phone: string, jobId?: number) =>
    (await visitor.server.call(getApplication, { as: 'branch', params: { id: await idOf(phone, jobId) } })).body.payload
      .application;

  describe('with a double click on the button', () => {
    it('makes one application and leads both to it', async () => {
      const given = visitor.person();
      const path = await visitor.requestCode(given);
      const form = { ...ANSWERS, code: await visitor.codeFor(given) };
      const answers = await Promise.all([visitor.post(path, form), visitor.post(path, form)]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(answers[0]!.to).toMatch(/^\/w\/.+done=applied$/);
      expect(answers[1]!.to).toBe(answers[0]!.to);
    });

    it('adds one person to the roster', async () => {
      const given = visitor.person();
      const { to } = await visitor.post(`/p/${visitor.code}/roster`, given);
      const form = { code: await visitor.codeFor(given) };
      const answers = await Promise.all([1, 2].map(() => visitor.post(to.split('?')[0]!, form)));
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(answers[1]!.to).toBe(answers[0]!.to);
    });
  });

  describe('again for the same job', () => {
    it('says when the first application arrived, and leads to it only while its page lives', async () => {
      const given = visitor.person();
      const { to } = await visitor.apply(given);
      const again = await visitor.apply(given);
      expect(again.status).toBe(200);
      expect(again.body).toMatch(/<h1>You already applied on \d+ \w+ \d{4}<\/h1>/);
      expect(again.body).toContain(`href="${to.split('&')[0]}"`);
      expect(again.body).toContain('This new application was not sent.');
      expect(again.body).toMatch(/<a href="[^"]+\?lang=tr&amp;from=link" lang="tr"/);
      const id = await idOf(given.phone!.slice(1));
      await sql`update applications set status = 'rejected', created_at = ${new Date(visitor.server.clock.now().getTime() - 31 * DAY)}
        where id = ${id}`.execute(visitor.server.db);
      const late = await visitor.apply(given);
      expect(late.body).toContain('withdrew your application');
      expect(late.body).not.toContain('/w/');
      expect((await visitor.get(to)).status).toBe(404);
    });

    it('does not say that it arrived when the link was revoked', async () => {
      const given = visitor.person();
      await visitor.apply(given);
      await sql`update worker_links set revoked_at = now() where application_id = ${await idOf(given.phone!.slice(1))}`.execute(
        visitor.server.db,
      );
      const again = await visitor.apply(given);
      expect(again.body).toContain('You already applied on');
      expect(again.body).not.toMatch(/\/w\/|has arrived/);
    });

    it('under another name makes an application of somebody else, and opens and renames nothing', async () => {
      const given = visitor.person();
      const { to } = await visitor.apply(given);
      const again = await visitor.apply({ ...given, firstName: 'Mert', lastName: 'Kaya' });
      expect(again.body).toContain('<h1>Still <span translate="no" dir="auto">Deniz A.</span>?</h1>');
      expect(again.body).not.toContain('/w/');
      const other = await visitor.post(again.to.split('?')[0]!, { do: 'other' });
      expect(other.to).toMatch(/^\/w\/.+done=applied$/);
      expect(other.to).not.toBe(to);
      const job = visitor.jobs[0]!.id;
      const workers = await visitor.workersWith(given.phone!.slice(1));
      expect(workers).toMatchObject([{ applications: [job] }, { applications: [job] }]);
      expect((await detailOf(given.phone!.slice(1))).user).toMatchObject({ firstName: 'Deniz', lastName: 'Ak' });
      expect((await visitor.apply({ ...given, firstName: 'DENİZ' })).body).toContain('/w/');
      expect((await visitor.apply({ ...given, firstName: 'MERT', lastName: 'Kaya' })).body).toMatch(
        /You already applied on [^]+\/w\//,
      );
    });
  });

  describe('again for the same job in another spelling', () => {
    const asked = async (given: Record<string, string>) => {
      const again = await visitor.apply({ ...given, lastName: 'Akın' });
      expect(again.body).toContain('<h1>Still <span translate="no" dir="auto">Deniz A.</span>?</h1>');
      return { path: again.to.split('?')[0]!, same: visitor.sameIn(again.body) };
    };

    it('leads the same person to the first application', async () => {
      const given = visitor.person();
      const { to } = await visitor.apply(given);
      const { path, same } = await asked(given);
      const answered = await visitor.post(path, same);
      expect(answered.body).toMatch(/<h1>You already applied on /);
      expect(answered.body).toContain(`href="${to.split('&')[0]}"`);
    });

    it('asks which of several people it is, and takes no other who came meanwhile', async () => {
      const given = visitor.person();
      const { to } = await visitor.apply(given);
      const { path, same } = await asked(given);
      visitor.server.clock.set(new Date(visitor.server.clock.now().getTime() + 60_000));
      const brother = await visitor.apply({ ...given, firstName: 'Mert' });
      const brothersPage = (await visitor.post(brother.to.split('?')[0]!, { do: 'other' })).to;
      const question = await visitor.get(path);
      expect(question.body).toContain('<h1>Who is applying?</h1>');
      for (const name of ['Mert A.', 'Deniz A.'])
        expect(question.body).toContain(`"><span translate="no" dir="auto">${name}</span>`);
      const unknown = await visitor.post(path, { do: 'same:web:nobody' });
      expect(unknown.body).toContain('<h1>Who is applying?</h1>');
      const answered = await visitor.post(path, same);
      expect(answered.body).toContain(`href="${to.split('&')[0]}"`);
      expect(answered.body).not.toContain(brothersPage.split('?')[0]);
    });

    const join = async (given: Record<string, string>) => {
      const { to } = await visitor.post(`/p/${visitor.code}/roster`, given);
      return visitor.post(to.split('?')[0]!, { code: await visitor.codeFor(given) });
    };
    const FULL = '5 people have already used this number here.';

    it('refuses the sixth person of a phone, to apply and to join the roster', async () => {
      const given = visitor.person();
      await visitor.apply(given);
      for (const firstName of ['Ali', 'Banu']) {
        visitor.server.clock.set(new Date(visitor.server.clock.now().getTime() + 60_000));
        await visitor.post((await visitor.apply({ ...given, firstName })).to.split('?')[0]!, { do: 'other' });
      }
      for (const firstName of ['Can', 'Derya']) await join({ ...given, firstName });
      const people = async () =>
        (await visitor.workersWith(given.phone!.slice(1))).map((one) => one.applications.length);
      expect(await people()).toEqual([1, 1, 1, 0, 0]);

      const stranger = { ...given, firstName: 'Ece' };
      const asked = await visitor.apply(stranger);
      expect(asked.body).toContain('<h1>Who is applying?</h1>');
      const refused = await visitor.post(asked.to.split('?')[0]!, { do: 'other' });
      expect([refused.status, refused.body.includes(FULL)]).toEqual([400, true]);
      expect(refused.body).toContain(
        `href="/p/${visitor.code}/${visitor.jobs[0]!.id}?lang=en">Go on with another number`,
      );
      const joined = await join(stranger);
      expect([joined.status, joined.body.includes(FULL)]).toEqual([400, true]);
      expect(joined.body).toContain(`href="/p/${visitor.code}?lang=en">Go on with another number`);
      // Somebody who pressed the wrong button can still say who they are.
      const known = await visitor.post(asked.to.split('?')[0]!, visitor.sameIn(refused.body));
      expect(known.body).toContain('You already applied on');
      expect(await people()).toEqual([1, 1, 1, 0, 0]);
      // Those who are known go on.
      expect((await visitor.apply({ ...given, firstName: 'Can' })).to).toMatch(/^\/w\//);
      expect(await people()).toEqual([1, 1, 1, 1, 0]);
    });

    it('takes a worker whom an earlier release stored for several names as the person of the newest one', async () => {
      const given = visitor.person();
      const phone = given.phone!.slice(1);
      await visitor.apply(given);
      visitor.server.clock.set(new Date(visitor.server.clock.now().getTime() + 60_000));
      const path = (await visitor.apply({ ...given, firstName: 'Mert' }, {}, visitor.jobs[1]!.id)).to.split('?')[0]!;
      await visitor.post(path, { do: 'other' });
      const [first, second] = await visitor.workersWith(phone);
      await sql`update applications set worker_id = ${first!.id} where worker_id = ${second!.id}`.execute(
        visitor.server.db,
      );
      await visitor.apply(given, {}, visitor.jobs[2]!.id);
      await visitor.apply({ ...given, firstName: 'Mert' }, {}, visitor.jobs[3]!.id);
      const { rows } = await sql<{ name: string; workerId: number }>`
        select s.first_name as name, a.worker_id as "workerId" from applications a
        join application_sources s on s.application_id = a.id join workers w on w.id = a.worker_id
        where w.phone = ${phone} order by a.id`.execute(visitor.server.db);
      const own = rows.at(-2)!.workerId;
      expect(own).not.toBe(first!.id);
      expect(rows.slice(2)).toEqual([
        { name: 'Deniz', workerId: own },
        { name: 'Mert', workerId: first!.id },
      ]);
      // The application of that worker for the first job is Deniz's.
      const page = await visitor.apply({ ...given, firstName: 'Mert' });
      expect(page.to).toMatch(/^\/w\/.+done=applied$/);
      expect((await visitor.workersWith(phone)).at(-1)!.applications).toEqual([visitor.jobs[0]!.id]);
    });

    it('leads the same person who withdrew to other jobs', async () => {
      const given = visitor.person();
      await visitor.apply(given);
      await sql`update applications set status = 'rejected' where id = ${await idOf(given.phone!.slice(1))}`.execute(
        visitor.server.db,
      );
      const { path, same } = await asked(given);
      const answered = await visitor.post(path, same);
      expect(answered.body).toContain('withdrew your application');
      expect(answered.body).toContain(`/p/${visitor.code}/${visitor.jobs[1]!.id}?`);
    });
  });

  describe('with answers about experience', () => {
    let otherJob: number;
    beforeAll(async () => {
      // A job in another position.
      const [first] = visitor.jobs;
      const { rows } = await sql<{ id: number }>`
        insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, is_full_time,
          created_at, opened_at)
        select organisation_id, user_id, 'Another', 'x', (select min(id) from job_positions where id <> j.position_id),
          category_id, 'active', true, created_at, opened_at
        from jobs j where id = ${first!.id} returning id`.execute(visitor.server.db);
      otherJob = rows[0]!.id;
    });

    const factorOf = (detail: Awaited<ReturnType<typeof detailOf>>, wanted: string) =>
      detail.scoreReasons.find(({ factor }: { factor: string }) => factor === wanted);

    it('uses them for that job alone', async () => {
      const given = visitor.person();
      const phone = given.phone!.slice(1);
      await visitor.apply(given);
      const before = await detailOf(phone);
      await visitor.apply(given, { experience: '6' }, otherJob);
      expect(await detailOf(phone)).toEqual({
        ...before,
        otherApplications: [expect.objectContaining({ jobId: otherJob })],
      });
      expect((await detailOf(phone, otherJob)).user.experiences).toMatchObject([{ duration: { key: 1, max: 12 } }]);
    });

    it('are not the applications of somebody else with the same phone', async () => {
      const given = visitor.person();
      const phone = given.phone!.slice(1);
      await visitor.apply(given);
      const path = await visitor.requestCode({ ...given, firstName: 'Mert' }, otherJob);
      await visitor.post(path, { ...ANSWERS, adult: 'yes', code: await visitor.codeFor(given) });
      await visitor.post(path, { do: 'other' });
      expect((await detailOf(phone, otherJob)).user.firstName).toBe('Mert');
      for (const job of [undefined, otherJob]) expect((await detailOf(phone, job)).otherApplications).toEqual([]);
      // Nor is the shortlist of another branch theirs.
      await sql`
        update applications set is_shortlisted = true, user_id = (
          select min(u.id) from users u where u.organisation_id = applications.organisation_id and u.id <> user_id)
        where job_id = ${otherJob} and worker_name_folded like 'mert%'`.execute(visitor.server.db);
      expect((await detailOf(phone)).shortListedBy).toEqual([]);
      await sql`
        update applications set worker_id = ${(await visitor.workersWith(phone))[0]!.id}
        where job_id = ${otherJob} and worker_name_folded like 'mert%'`.execute(visitor.server.db);
      expect((await detailOf(phone)).shortListedBy).toHaveLength(1);
    });

    it('distinguishes no answer from no experience', async () => {
      const [silent, beginner] = [visitor.person(), visitor.person()];
      await visitor.apply(silent, { experience: '' });
      await visitor.apply(beginner, { experience: '0' });
      const unknown = await detailOf(silent.phone!.slice(1));
      expect(unknown.user.experienceMonth).toBeNull();
      for (const factor of ['position', 'experience', 'distance'])
        expect(factorOf(unknown, factor)).toMatchObject({ score: 0.5, isGiven: false });
      const none = await detailOf(beginner.phone!.slice(1));
      expect(none.user.experienceMonth).toBe(0);
      expect(factorOf(none, 'position')).toMatchObject({ score: 0, isGiven: true });
      const { body } = await visitor.server.call(searchApplications, {
        as: 'branch',
        query: { jobId: visitor.jobs[0]!.id, limit: 500 },
      });
      const months = new Map(
        body.payload.map(({ id, user }: { id: number; user: { experienceMonth: number | null } }) => [
          id,
          user.experienceMonth,
        ]),
      );
      expect([months.get(unknown.id), months.get(none.id)]).toEqual([null, 0]);
    });
  });

  describe('above a limit', () => {
    const use = (rule: { name: string; points: number; seconds: number }, key: string, points: number) =>
      Promise.all(Array.from({ length: points }, () => visitor.server.deps.limiter.count(rule, key)));

    it('names the phone and the day of the next try', async () => {
      const given = visitor.person();
      await use(LIMITS.smsPhonePrefix, `+9${given.phone} 127.0.0`, LIMITS.smsPhonePrefix.points);
      const { status, body } = await visitor.post(`/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`, given);
      expect(status).toBe(429);
      expect(body).toMatch(/too many codes to this number\. Please try again on \w+day,? \d+ \w+ at \d+:\d\d/);
    });

    it('says that many people apply when the country got many codes, and sends a code again after work', async () => {
      const given = visitor.person();
      const path = await visitor.requestCode(given);
      await use(LIMITS.smsCountryHour, 'TR', LIMITS.smsCountryHour.points);
      await use(LIMITS.applicationStart, '127.0.0.1', 3);
      const first = await visitor.post(`/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`, visitor.person());
      expect(first.body).toMatch(/A lot of people are applying right now\. Please try again at \d+:\d\d/);
      visitor.server.clock.set(new Date(visitor.server.clock.now().getTime() + 30_000));
      const refused = await visitor.post(path, { ...ANSWERS, do: 'resend' });
      expect(refused.status).toBe(429);
      expect(refused.body).toContain('A lot of people are applying right now');
      expect(refused.body).toMatch(/name="press" value="resend"/);
      expect(refused.headers['content-security-policy']).toContain("script-src 'sha256-");
      // A script submits the form without a button.
      const sent = await visitor.post(path, { ...ANSWERS, press: 'resend', ...(await visitor.workIn(refused.body)) });
      expect([sent.status, sent.body.includes('We sent the code again')]).toEqual([200, true]);
    });

    it('takes the right code after work when strangers entered many wrong ones', async () => {
      const given = visitor.person();
      const path = await visitor.requestCode(given);
      await use(LIMITS.smsWrong, `code:registration:${given.phone!.slice(1)}`, LIMITS.smsWrong.points);
      const form = { ...ANSWERS, code: await visitor.codeFor(given) };
      const refused = await visitor.post(path, { ...form, do: 'apply' });
      expect([refused.status, refused.body.includes('Too many wrong codes were entered')]).toEqual([429, true]);
      const { status, to } = await visitor.post(path, {
        ...form,
        press: 'apply',
        ...(await visitor.workIn(refused.body)),
      });
      expect([status, to]).toEqual([303, expect.stringContaining('done=applied')]);
    });

    it('takes the right code after work on the roster’s form, too', async () => {
      const given = visitor.person();
      const { to } = await visitor.post(`/p/${visitor.code}/roster`, given);
      const path = to.split('?')[0]!;
      await use(LIMITS.smsWrong, `code:registration:${given.phone!.slice(1)}`, LIMITS.smsWrong.points);
      const code = await visitor.codeFor(given);
      const refused = await visitor.post(path, { code: wrongCode(code), do: 'join' });
      expect(refused.status).toBe(429);
      const joined = await visitor.post(path, { code, press: 'join', ...(await visitor.workIn(refused.body)) });
      expect(joined.status).toBe(303);
    });
  });

  describe('with a phone number from abroad', () => {
    it('creates a second worker when a local number has the same digits', async () => {
      const local = visitor.person({ phone: '05302223333' });
      const foreign = visitor.person({ phone: '+15302223333', firstName: 'Ann' });
      await visitor.apply(local);
      expect((await visitor.apply(foreign)).status).toBe(303);
      expect((await visitor.workersWith('5302223333')).map(({ country }) => country)).toEqual(['TR', 'US']);
    });

    it('works for a country without registration if the settings name it', async () => {
      const { server } = visitor;
      const spanish = visitor.person({ phone: '+34612345678', firstName: 'Lucía' });
      expect((await visitor.apply(spanish)).status).toBe(303);
      expect((await visitor.workersWith('612345678')).map(({ country }) => country)).toEqual(['ES']);
      // Companies register with ten digits, which Spain does not have.
      const body = { phone: '612345678', countryCode: 'ES', isVerify: false };
      expect((await server.call(putSendCode, { body })).status).toBe(400);
    });

    it('says when a country gets no codes, instead of calling the number wrong', async () => {
      const url = `/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`;
      for (const to of [url, `/p/${visitor.code}/roster`]) {
        const { status, body } = await visitor.post(to, visitor.person({ phone: '+49 1512 3456789' }));
        expect([status, body.includes('We can’t send codes to numbers from this country yet.')]).toEqual([400, true]);
      }
    });

    it('explains that the number needs its country code', async () => {
      const { body } = await visitor.post(
        `/p/${visitor.code}/${visitor.jobs[0]!.id}/apply`,
        visitor.person({ phone: '612345678' }),
      );
      expect(body).toContain('start with + and the country code');
    });
  });

  describe('for a job that closed', () => {
    it('offers jobs of other branches, nearest first, and keeps what was typed', async () => {
      const { db, clock } = visitor.server;
      const [{ id, userId, organisationId }] = visitor.jobs as [Visitor['jobs'][number]];
      const { rows: branches } = await sql<{ id: number }>`
        select id from users where organisation_id = ${organisationId} and user_type = 'branch' and id <> ${userId}
          and deleted_at is null order by id limit 2`.execute(db);
      const at = async (branch: number, latitude: number, title: string) => {
        const pageCode = `aaaaaaa${branch % 2 === 0 ? 'b' : 'c'}`;
        await sql`update branch_pages set is_on = false where user_id = ${branch}`.execute(db);
        await sql`
          insert into branch_pages (user_id, organisation_id, code, is_on, created_at)
          values (${branch}, ${organisationId}, ${pageCode}, true, ${clock.now()})
          on conflict (user_id) do update set is_on = true, code = excluded.code`.execute(db);
        const { rows } = await sql<{ id: number }>`
          with job as (
            insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status,
              is_full_time, created_at, opened_at)
            select organisation_id, ${branch}, ${title}, 'x', position_id, category_id, 'active', true, created_at, opened_at
            from jobs where id = ${id} returning id
          ), place as (
            insert into company_locations (organisation_id, user_id, name, latitude, longitude, created_at)
            select ${organisationId}::bigint, ${branch}::bigint, 'x', l.latitude + ${latitude}::float8, l.longitude, now()
            from job_locations x join company_locations l on l.id = x.company_location_id where x.job_id = ${id} limit 1
            returning id
          ), linked as (insert into job_locations select job.id, place.id from job, place)
          select id from job`.execute(db);
        return { code: pageCode, jobId: rows[0]!.id };
      };
      await sql`update jobs set is_public = false where organisation_id = ${organisationId} and user_id <> ${userId}`.execute(
        db,
      );
      const far = await at(branches[0]!.id, 2, 'Far away');
      const near = await at(branches[1]!.id, 0.01, 'Round the corner');

      const given = visitor.person();
      const path = await visitor.requestCode(given);
      await sql`update jobs set status = 'closed' where id = ${id}`.execute(db);
      const form = { ...ANSWERS, code: await visitor.codeFor(given) };
      const closed = await visitor.post(path, form);
      const seen = await visitor.get(`/p/${visitor.code}/${id}`);
      await sql`update jobs set status = 'active' where id = ${id}`.execute(db);
      for (const { body } of [closed, seen]) {
        expect(body.indexOf('Round the corner · ')).toBeGreaterThan(0);
        expect(body.indexOf('Far away · ')).toBeGreaterThan(body.indexOf('Round the corner · '));
      }
      expect(seen.body).toContain(`href="/p/${far.code}/${far.jobId}?`);
      const token = path.split('/').at(-1);
      const action = `/p/${near.code}/${near.jobId}/apply/${token}?lang=en`;
      expect(closed.body).toContain(`action="${action}"`);
      expect(closed.body).toMatch(
        /Apply for this one: Round the corner(?:(?!<\/button>).)*<small>.*x.*<\/small><\/button>/,
      );
      expect((await visitor.post(action, form)).status).toBe(303);
      expect(await visitor.workersWith(given.phone!.slice(1))).toMatchObject([{ applications: [near.jobId] }]);
    });

    it('does not take the draft of another organisation', async () => {
      const { rows } = await sql<{ code: string; jobId: number }>`
        select p.code, j.id as "jobId" from branch_pages p join jobs j on j.user_id = p.user_id and j.status = 'active' and j.is_public
        where p.is_on and p.organisation_id <> ${visitor.jobs[0]!.organisationId} limit 1`.execute(visitor.server.db);
      const token = (await visitor.requestCode(visitor.person())).split('/').at(-1);
      const [other] = rows;
      expect(other).toBeDefined();
      const { status, to } = await visitor.get(`/p/${other!.code}/${other!.jobId}/apply/${token}`);
      expect([status, to]).toEqual([303, `/p/${other!.code}/${other!.jobId}?lang=en&done=over`]);
    });
  });

  it('counts a visitor once an hour, but no HEAD request and no prefetch', async () => {
    const { code, jobs } = visitor;
    const viewsOf = async () => {
      const { rows } = await sql<{ n: number }>`select view_count as n from jobs where id = ${jobs[0]!.id}`.execute(
        visitor.server.db,
      );
      return rows[0]!.n;
    };
    const before = await viewsOf();
    const url = `/p/${code}/${jobs[0]!.id}`;
    expect((await visitor.send('HEAD', url)).status).toBe(200);
    const ahead: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-purpose': 'preview' },
      { 'x-moz': 'prefetch' },
    ];
    for (const headers of ahead) expect((await visitor.get(url, headers)).status).toBe(200);
    expect(await viewsOf()).toBe(before);
    for (let look = 0; look < 3; look += 1) await visitor.get(url);
    expect(await viewsOf()).toBe(before + 1);
    await visitor.get(url, { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Safari/605.1.15' });
    expect(await viewsOf()).toBe(before + 2);
  });

  it('dates the page of a branch in the sitemap by the newest change of its jobs', async () => {
    const { code, jobs, server } = visitor;
    const at = new Date('2027-01-02T03:04:05.000Z');
    await sql`update jobs set opened_at = ${at} where id = ${jobs[0]!.id}`.execute(server.db);
    expect((await visitor.get('/sitemap.xml')).body).toContain(`/p/${code}</loc><lastmod>${at.toISOString()}<`);
  });

  it('asks with the same text in both places to be told of new jobs, and the text names the period', async () => {
    const path = await visitor.requestCode(visitor.person());
    const { to } = await visitor.post(`/p/${visitor.code}/roster`, visitor.person());
    const textOf = (body: string) =>
      /Tell me about new jobs at [^<]+ months after the last message\./.exec(body.replace(/<\/?span[^>]*>/g, ''))?.[0];
    const text = textOf((await visitor.get(path)).body);
    expect(text).toMatch(/until 12 months after/);
    expect(textOf((await visitor.get(to)).body)).toBe(text);
  });

  it('keeps the text of a choice in one element, because its parts would stand side by side', async () => {
    const { body } = await visitor.get(await visitor.requestCode(visitor.person()));
    const labels = body.match(/<label class="choice".*?<\/label>/gs)!;
    expect(labels.some((label) => label.includes('translate="no"'))).toBe(true);
    for (const label of labels)
      expect(label).toMatch(/^<label class="choice"><input [^>]+><span>.*<\/span><\/label>$/s);
  });

  it('shows the phone number in groups', async () => {
    const given = visitor.person();
    const { body } = await visitor.get(await visitor.requestCode(given));
    const [, area, three, two, last] = /^0(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(given.phone!)!;
    expect(body).toContain(`+90 ${area} ${three} ${two} ${last}`);
  });
});

describe('the simulated workers of a demo', () => {
  it('are the seeded ones, also those of public pages, and nobody who applies', async () => {
    const visitor = await visitorOf();
    const { db } = visitor.server;
    const { rows } = await sql<{ id: number; isOwn: boolean }>`
      select min(id) as id, split_part(external_id, ':', 1) = 'web' as "isOwn" from workers group by 2`.execute(db);
    expect(rows).toHaveLength(2);
    for (const { id } of rows) expect(await isDemoWorker(db, id)).toBe(true);
    const given = visitor.person();
    await visitor.apply(given);
    const [applicant] = await visitor.workersWith(given.phone.slice(1));
    expect(await isDemoWorker(db, applicant!.id)).toBe(false);
    await visitor.server.close();
  });
});

describe('applying where workers have no links', () => {
  it('tells the applicant that they have already applied', async () => {
    const visitor = await visitorOf({ WORKER_LINKS: 'off' });
    const given = visitor.person();
    expect((await visitor.apply(given)).body).toContain('Your application has arrived');
    const again = await visitor.apply(given);
    expect(again.body).toContain('You already applied on');
    expect(again.body).not.toContain('has arrived');
    await visitor.server.close();
  });

  it('adds nobody to the roster, which is off there, even if a form asks for it', async () => {
    const visitor = await visitorOf({ WORKER_LINKS: 'off' });
    const given = visitor.person();
    expect((await visitor.apply(given, { roster: 'yes' })).body).toContain('Your application has arrived');
    const { rows } = await sql<{ members: number; consents: number }>`
      select (select count(*)::int from roster r where r.worker_id = w.id) as members,
        (select count(*)::int from consents c where c.worker_id = w.id and c.purpose = 'roster') as consents
      from workers w where w.phone = ${given.phone.slice(1)} and w.external_id like 'web:%'`.execute(visitor.server.db);
    expect(rows).toEqual([{ members: 0, consents: 0 }]);
    await visitor.server.close();
  });
});
