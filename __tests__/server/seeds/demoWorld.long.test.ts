import pg, { type Pool } from 'pg';
import { APPOINTMENT_STATUSES, JOB_STATUSES } from '../../../contract/constants/statuses';
import { fold } from '../../../contract/constants/text';
import { FEMALE_NAMES, MALE_NAMES } from '../../../server/seeds/data/people';
import { seedDemoWorld } from '../../../server/seeds/demoWorld';
import { openSeedDatabase } from './seedDatabase';

// A Monday morning and a night in the middle of a weekend, since the world must be consistent at any hour.
describe.each(['2026-03-02T06:20:00Z', '2026-08-15T23:47:13Z'])('the demo world at %s', (moment) => {
  const now = new Date(moment);
  let pool: Pool;
  let close: () => Promise<void>;
  let statements = 0;

  beforeAll(async () => {
    ({ pool, close } = await openSeedDatabase());
    const query = jest.spyOn(pg.Client.prototype, 'query');
    await seedDemoWorld(pool, { now, passwordHash: 'a hash' });
    statements = query.mock.calls.length;
    query.mockRestore();
  }, 300_000);
  afterAll(() => close());

  const rowsOf = async <T extends object = Record<string, unknown>>(
    sql: string,
    values: unknown[] = [],
  ): Promise<T[]> => (await pool.query(sql, values)).rows as T[];
  const count = async (from: string, values: unknown[] = []): Promise<number> =>
    Number((await rowsOf<{ n: string }>(`select count(*) as n from ${from}`, values))[0]?.n);

  it('writes many rows in each statement', () => {
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(100);
  });

  it('has the demo accounts', async () => {
    const rows = await rowsOf<{ email: string; user_type: string }>(
      `select email, user_type from users where email !~ '^(branch|hr)[2-9]@' and password_hash = 'a hash' order by 1`,
    );
    expect(rows.map((row) => `${row.email.split('@')[0]} ${row.user_type}`)).toEqual([
      'branch branch',
      'closed company',
      'company company',
      'empty company',
      'hr hr_account',
      'other company',
      'root root',
      'unknown courier',
      'worker worker',
    ]);
    const chain = `users where organisation_id = (select organisation_id from users where email = 'root@demo.test')`;
    expect(await count(`${chain} and user_type = 'branch'`)).toBe(6);
    expect(await count(`${chain} and user_type = 'hr_account'`)).toBe(2);
    expect(await count(`users where not dashboard_access and email <> 'closed@demo.test'`)).toBe(0);
    expect(await count(`jobs j join users u on u.id = j.user_id where u.email = 'empty@demo.test'`)).toBe(0);
  });

  it('has exactly the promised figures', async () => {
    const rows = await rowsOf<{ email: string; n: string }>(
      `select u.email, count(*) as n from applications a join users u using (organisation_id)
       where u.user_type = 'root' or u.user_type = 'company' group by 1 order by 1`,
    );
    expect(rows.map((row) => [row.email, Number(row.n)])).toEqual([
      ['company@demo.test', 120],
      ['other@demo.test', 240],
      ['root@demo.test', 8000],
    ]);
    expect(await count(`workers where external_id like 'demo-%'`)).toBe(2000);
    const jobs = await rowsOf<{ status: string; n: string }>('select status, count(*) as n from jobs group by 1');
    expect(jobs.map((row) => row.status).sort()).toEqual([...JOB_STATUSES].sort());
    expect(jobs.reduce((sum, row) => sum + Number(row.n), 0)).toBe(60);
    expect(await count('threads')).toBeGreaterThan(300);
    expect(await count(`products where type = 'package'`)).toBeGreaterThanOrEqual(3);
    const hires = 'hires h join applications a on a.id = h.application_id and a.offer_accepted';
    expect(await count(`${hires} where started`)).toBeGreaterThan(5);
    // The first days of yesterday (whose outcome the agenda asks for), today and tomorrow.
    const starts = await rowsOf<{ starts: string }>(
      `select to_char(starts_at at time zone 'Europe/Istanbul', 'HH24:MI') as starts from ${hires}
       where started is null order by starts_at`,
    );
    expect(starts.map(({ starts: at }) => at)).toEqual(['09:00', '09:00', '09:00']);
    const today = `date_trunc('day', $1::timestamptz at time zone 'Europe/Istanbul')`;
    expect(
      await count(
        `${hires} where started is null and date_trunc('day', starts_at at time zone 'Europe/Istanbul') = ${today}`,
        [now],
      ),
    ).toBe(1);
    expect(
      await count('reminders r join appointments p on p.id = r.appointment_id and p.start_at = r.start_at'),
    ).toBeGreaterThan(50);
    expect(await count(`reminders where appointment_id is null`)).toBeGreaterThan(0);
  });

  it('has public pages with visitors, applicants and people to tell of new jobs', async () => {
    const origins = await rowsOf<{ email: string; n: number; refs: number }>(
      `select u.email, count(*)::int as n, count(distinct s.ref)::int as refs
       from application_sources s join users u on u.id = s.user_id
       join applications a on a.id = s.application_id and a.created_at = s.created_at
       join workers w on w.id = a.worker_id and w.external_id ~ '^web:[0-9a-f-]{36}$' and w.gender is null
       where s.created_at between $1::timestamptz - interval '27 days' and $1 and cardinality(s.days) > 0 group by 1 order by 2 desc, 1`,
      [now],
    );
    expect(origins.slice(0, 2).map(({ email, n }) => [email, n])).toEqual([
      ['branch@demo.test', 6],
      ['company@demo.test', 6],
    ]);
    expect(origins[0]!.refs).toBeGreaterThan(1);
    expect(origins.reduce((sum, { n }) => sum + n, 0)).toBe(16);
    const twins = `application_sources s join applications a on a.id = s.application_id
      join workers w on w.id = a.worker_id and w.external_id like 'web:%'
      join workers o on o.phone = w.phone and o.id <> w.id and o.last_name = s.last_name
      join applications b on b.worker_id = o.id and b.user_id = a.user_id`;
    expect(await count(twins)).toBeGreaterThan(0);
    expect(await count('roster where withdrawn_at is null')).toBeGreaterThan(3);
    expect(await count(`consents where purpose = 'roster'`)).toBe(await count('roster'));
    const shown = await rowsOf<{ email: string; days: number; refs: number; views: number }>(
      `select u.email, count(distinct v.day)::int as days, count(distinct v.ref)::int as refs, sum(v.views)::int as views
       from page_views v join users u on u.id = v.user_id group by 1`,
    );
    expect(shown.map(({ email }) => email)).not.toContain('empty@demo.test');
    for (const { days, refs, views } of shown) expect([days, refs, views > 100]).toEqual([28, 4, true]);
  });

  it('has jobs with drawn covers and some without', async () => {
    expect(await count(`jobs where image_key !~ '^scene-[0-5][0-9a-f]{31}$'`)).toBe(0);
    expect(await count('jobs where image_key is null')).toBeGreaterThan(0);
    expect(await count('jobs where image_key is not null')).toBeGreaterThan(30);
  });

  it('stores correct counts', async () => {
    const wrong = `(select job_id, status, is_shortlisted, count(*)::int, count(*) filter (where not is_seen)::int
      from applications group by 1, 2, 3
      except select job_id, status, is_shortlisted, total, unseen from application_counts) wrong`;
    expect(await count(wrong)).toBe(0);
  });

  it('has applications whose ids rise with time, the newest from this moment', async () => {
    const late = `(select created_at, lag(created_at) over (order by id) as before from applications) a`;
    expect(await count(`${late} where before > created_at`)).toBe(0);
    expect(await count(`applications where created_at >= $1`, [now])).toBe(0);
    expect(await count(`applications where created_at > $1::timestamptz - interval '1 hour'`, [now])).toBeGreaterThan(
      3,
    );
    expect(await count(`applications where created_at < $1::timestamptz - interval '91 days'`, [now])).toBe(0);
    expect(await count(`applications a join jobs j on j.id = a.job_id where a.created_at < j.opened_at`)).toBe(0);
    expect(await count(`applications a join jobs j on j.id = a.job_id where j.status = 'draft'`)).toBe(0);
  });

  it.each([
    ['shortlisted', 'is_shortlisted', 0.1, 0.14],
    ['rejected', `status = 'rejected'`, 0.06, 0.1],
    ['unseen', 'not is_seen', 0.02, 0.12],
    ['of a high score', 'match_score >= 0.6', 0.25, 0.7],
    ['accepted', `status = 'accepted'`, 0.003, 0.03],
    ['within 10 km', 'distance_km <= 10', 0.1, 0.8],
  ])('has a realistic share of %s', async (_name, condition, low, high) => {
    const share = (await count(`applications where ${condition}`)) / 8360;
    expect(share).toBeGreaterThan(low);
    expect(share).toBeLessThan(high);
  });

  it('has workers shortlisted by two branches', async () => {
    const both = `(select worker_id from applications where is_shortlisted
      group by worker_id, organisation_id having count(distinct user_id) > 1) both_of`;
    expect(await count(both)).toBeGreaterThan(20);
  });

  it('has workers with consistent profiles', async () => {
    const workers = await rowsOf<{
      first_name: string;
      gender: string;
      military: number | null;
      birth: string;
      experience_months: number;
      experiences: { duration: { key: number } }[];
      phone: string;
      image_key: string;
    }>(`select *, to_char(birth_date, 'YYYY-MM-DD') as birth from workers where external_id like 'demo-%'`);
    for (const worker of workers) {
      const age = (now.getTime() - Date.parse(worker.birth)) / (365.25 * 86_400_000);
      expect(worker.gender === 'male' ? MALE_NAMES : FEMALE_NAMES).toContain(worker.first_name);
      expect(worker.military === null).toBe(worker.gender === 'female');
      expect(age).toBeGreaterThanOrEqual(17);
      expect(age).toBeLessThan(63);
      expect(worker.experience_months).toBeLessThanOrEqual((age - 16) * 12);
      expect(worker.experiences.reduce((sum, one) => sum + one.duration.key, 0)).toBe(worker.experience_months);
      expect(worker.phone).toMatch(/^5\d{9}$/);
      expect(worker.image_key).toMatch(/^avatar-[0-9a-f]{32}$/);
    }
  });

  it('copies the worker’s current data to each application of a profile, and the given name to the others', async () => {
    const rows = await rowsOf<{ worker_name_folded: string; first_name: string; last_name: string }>(
      `select distinct worker_name_folded, coalesce(s.first_name, w.first_name) as first_name,
         coalesce(s.last_name, w.last_name) as last_name
       from applications a join workers w on w.id = a.worker_id
         left join application_sources s on s.application_id = a.id`,
    );
    for (const row of rows) expect(row.worker_name_folded).toBe(fold(`${row.first_name} ${row.last_name}`));
    const differs = `(a.worker_gender, a.worker_birth_date, a.worker_military, a.worker_education, a.worker_english,
      a.worker_experience_months) is distinct from
      (w.gender, w.birth_date, w.military, w.education, w.english, w.experience_months)`;
    const ofProfiles = `not exists (select from application_sources s where s.application_id = a.id)`;
    expect(await count(`applications a join workers w on w.id = a.worker_id where ${ofProfiles} and ${differs}`)).toBe(
      0,
    );
  });

  it('has appointments in every status, each with its log', async () => {
    const statuses = await rowsOf<{ status: string }>('select distinct status from appointments');
    expect(statuses.map((row) => row.status).sort()).toEqual([...APPOINTMENT_STATUSES].sort());
    const last = `(select distinct on (appointment_id) appointment_id, status, at from appointment_status_log
      order by appointment_id, id desc) last on last.appointment_id = p.id`;
    expect(await count(`appointments p left join ${last} where last.status is distinct from p.status`)).toBe(0);
    expect(await count('appointment_status_log where at > $1', [now])).toBe(0);
    const disorder = `(select at, lag(at) over (partition by appointment_id order by id) as before from appointment_status_log) s`;
    expect(await count(`${disorder} where before > at`)).toBe(0);
    expect(
      await count(`appointments p join applications a on a.id = p.application_id where not a.is_shortlisted`),
    ).toBe(0);
    expect(await count(`appointments where extract(minute from start_at)::int % 5 <> 0`)).toBe(0);
  });

  it('has open invitations ahead, one overdue, none overlapping', async () => {
    const waiting = `appointments where status = 'WAITING'`;
    expect(await count(`${waiting} and start_at > $1`, [now])).toBeGreaterThan(2);
    expect(await count(`${waiting} and start_at <= $1`, [now])).toBe(0);
    expect(await count(`${waiting} and created_at < $1::timestamptz - interval '24 hours'`, [now])).toBe(1);
    expect(await count(`appointments where status = 'ACTIVE' and start_at <= $1`, [now])).toBe(0);
    const twice = `(select worker_id from appointments where status in ('WAITING', 'ACTIVE')
      group by worker_id, organisation_id having count(*) > 1) twice`;
    expect(await count(twice)).toBe(0);
  });

  it('has feedback that follows from the newest appointment', async () => {
    const rows = await rowsOf(
      `select distinct p.status, a.came, a.positive, a.offer_sent as sent, a.offer_accepted as accepted, a.status as now
       from applications a join appointments p on p.id = a.appointment_id
       where p.status ~ '^(OFFER|APPOINTMENT_POS|COMPLETED)' and a.status <> 'rejected' order by 1`,
    );
    const yes = { came: true, positive: true };
    expect(rows).toEqual([
      { status: 'APPOINTMENT_POSITIVE', ...yes, sent: null, accepted: null, now: 'in_progress' },
      { status: 'COMPLETED', came: null, positive: null, sent: null, accepted: null, now: 'in_progress' },
      { status: 'OFFER_ACCEPTED', ...yes, sent: true, accepted: true, now: 'accepted' },
      { status: 'OFFER_REJECTED', ...yes, sent: true, accepted: false, now: 'in_progress' },
      { status: 'OFFER_SENT', ...yes, sent: true, accepted: null, now: 'in_progress' },
    ]);
    expect(await count(`applications where status = 'accepted' and offer_accepted is not true`)).toBe(0);
    const newest = `(select application_id, max(id) as id from appointments group by 1) newest on newest.application_id = a.id`;
    expect(await count(`applications a left join ${newest} where a.appointment_id is distinct from newest.id`)).toBe(0);
  });

  it('has conversations numbered without gaps, some unread, some with a contact warning', async () => {
    const gaps = `(select number, row_number() over (partition by thread_id order by created_at, number) as n from messages) m`;
    expect(await count(`${gaps} where number <> n`)).toBe(0);
    expect(
      await count(`threads t where last_number <> (select max(number) from messages where thread_id = t.id)`),
    ).toBe(0);
    expect(await count('messages where created_at > $1', [now])).toBe(0);
    expect(await count('threads where unread_by_employer > 0')).toBeGreaterThan(5);
    expect(await count(`messages where sender = 'worker' and body ~* 'whatsapp|telegram'`)).toBeGreaterThan(5);
    expect(await count(`messages where body ~ '[{}]'`)).toBe(0);
  });

  it('has conversations that fit the stage', async () => {
    const invited = `exists (select from appointments p join applications a on a.id = p.application_id
      where a.worker_id = t.worker_id and a.user_id = t.user_id)`;
    const said = (text: string) => `threads t join messages m on m.thread_id = t.id and m.body like '%${text}%'`;
    expect(await count(`${said('davet gönderiyorum')} where ${invited}`)).toBeGreaterThan(10);
    expect(await count(`${said('davet gönderiyorum')} where not ${invited}`)).toBe(0);
    expect(
      await count(`${said('kabul ediyorum')} where not exists (
      select from applications a where a.worker_id = t.worker_id and a.user_id = t.user_id and a.offer_accepted)`),
    ).toBe(0);
    const subject = `(select b.appointment_id from applications b where b.worker_id = t.worker_id and b.user_id = t.user_id
      and b.status <> 'rejected' order by b.id desc limit 1)`;
    for (const text of ['orada olacağım', 'Onayladım'])
      expect([text, await count(`${said(text)} where ${subject} is null`)]).toEqual([text, 0]);
    expect(await count(`messages where type like 'appointment%' and payload ->> 'applicationId' is null`)).toBe(0);
    const announced = `messages m where m.body like '%davet gönderiyorum%' and not exists (
      select from messages i where i.thread_id = m.thread_id and i.type = 'appointment' and i.number > m.number)`;
    expect(await count(announced)).toBe(0);
  });

  it('has one branch that neglects its applicants', async () => {
    const behind = async (sql: string): Promise<Record<string, number>> =>
      Object.fromEntries((await rowsOf<{ name: string; n: number }>(sql)).map(({ name, n }) => [name, n]));
    const waiting = await behind(`select u.company_name as name, count(*)::int as n from threads t
      join users u on u.id = t.user_id where t.awaiting_since is not null group by 1 order by 2 desc`);
    const unrecorded = await behind(`select u.company_name as name, count(*)::int as n from applications a
      join appointments p on p.id = a.appointment_id and p.status = 'COMPLETED' join users u on u.id = a.user_id
      where a.status = 'in_progress' group by 1 order by 2 desc`);
    for (const counts of [waiting, unrecorded]) {
      const [first, second] = Object.entries(counts);
      expect(first).toEqual(['Mavi Fincan Market Şişli', expect.any(Number)]);
      expect(first![1]).toBeGreaterThan(2 * (second?.[1] ?? 0));
    }
  });

  it('has a history of what happened to each application', async () => {
    const logged = (action: string) => `audit_log l where l.action = 'application.${action}' and l.subject_id = a.id`;
    for (const [action, condition] of [
      ['arrived', 'true'],
      ['seen', 'a.is_seen'],
      ['shortlisted', 'a.is_shortlisted'],
      ['accepted', 'a.offer_accepted'],
      ['feedback', 'a.came is not null'],
      ['first_day_set', 'exists (select from hires h where h.application_id = a.id)'],
    ])
      expect(await count(`applications a where ${condition} and not exists (select from ${logged(action!)})`)).toBe(0);
    expect(
      await count(`applications a where status = 'rejected' and not exists (select from ${logged('rejected')})
        and not exists (select from ${logged('declined')})`),
    ).toBe(0);
    const steps = `appointment_status_log s where s.status <> 'WAITING' and not exists (select from audit_log l
      where l.action = 'appointment.status' and l.subject_id = s.appointment_id and l.details ->> 'to' = s.status)`;
    expect(await count(steps)).toBe(0);
    expect(await count(`audit_log where at > $1 or (actor = 'user') <> (actor_name is not null)`, [now])).toBe(0);
    expect(await count(`(select at, lag(at) over (order by id) as before from audit_log) l where before > at`)).toBe(0);
  });

  it('leaves the identity columns ready for new rows', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into organisations (name, created_at) values ('Sonraki', now()) returning id`,
    );
    expect(Number(rows[0]?.id)).toBe(await count('organisations'));
  });
});
