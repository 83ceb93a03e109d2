import { sql } from 'kysely';
import { getApplication, searchApplications } from '../../../contract/routes/applications';
import { getInbox, sendMessage } from '../../../contract/routes/chat';
import { getPersonExportFile, postErasure, postPersonExport } from '../../../contract/routes/privacy';
import { cvContent, exportTexts } from '../../../server/modules/exports/cvFacts';
import { findCv } from '../../../server/modules/exports/repository';
import { findSecret } from '../../support/findSecret';
import type { CallOptions } from '../../support/testServer';
import { visitorOf, type Visitor } from './visitor';

interface Place {
  as: CallOptions['as'];
  code: string;
  jobs: { id: number; userId: number; organisationId: number }[];
}

describe('what somebody stated in an application', () => {
  let visitor: Visitor;
  let ours: Place;
  let theirs: Place;
  beforeAll(async () => {
    visitor = await visitorOf();
    const placeOf = async (email: string, as: CallOptions['as']): Promise<Place> => {
      const { rows } = await sql<{ code: string; id: number; userId: number; organisationId: number }>`
        select p.code, j.id, j.user_id as "userId", j.organisation_id as "organisationId"
        from branch_pages p join users u on u.id = p.user_id join jobs j on j.user_id = u.id
        where u.email = ${email} and j.status = 'active' and p.is_on order by j.id`.execute(visitor.server.db);
      return { as, code: rows[0]!.code, jobs: rows };
    };
    ours = await placeOf('branch@demo.test', 'branch');
    theirs = await placeOf('other@demo.test', 'other');
  });
  beforeEach(() => visitor.server.pool.query('delete from rate_limits'));
  afterAll(() => visitor.server.close());

  const applyAt = async (place: Place, given: Record<string, string>, answers = {}, job = place.jobs[0]!.id) => {
    const { status, to } = await visitor.post(`/p/${place.code}/${job}/apply`, given);
    expect(status).toBe(303);
    const code = await visitor.codeFor(given);
    const path = to.split('?')[0]!;
    const { body } = await visitor.post(path, { code, adult: 'yes', ...answers });
    if (body.includes('name="do" value="other"')) await visitor.post(path, { do: 'other' });
  };
  const rowOf = async (place: Place, phone: string, job = place.jobs[0]!.id) => {
    const { rows } = await sql<{ id: number; workerId: number; threadId: number }>`
      select a.id, a.worker_id as "workerId", t.id as "threadId" from applications a join workers w on w.id = a.worker_id
      left join threads t on t.worker_id = a.worker_id and t.user_id = a.user_id
      where w.phone = ${phone.slice(1)} and w.external_id like 'web:%' and a.job_id = ${job}
      order by a.id`.execute(visitor.server.db);
    return rows[0]!;
  };
  /** Returns everything that the employer sees of an application. */
  const seenOf = async (place: Place, phone: string, job?: number) => {
    const { as } = place;
    const { id, workerId, threadId } = await rowOf(place, phone, job);
    const { call, db } = visitor.server;
    const { application } = (await call(getApplication, { as, params: { id } })).body.payload;
    const list = await call(searchApplications, { as, query: { jobId: application.jobId, limit: 500 } });
    const threads = await call(getInbox, { as, query: { limit: 100 } });
    const cv = await findCv(db, { organisationId: place.jobs[0]!.organisationId, userId: null }, id);
    return {
      id,
      workerId,
      application,
      row: list.body.payload.find((one: { id: number }) => one.id === id),
      thread: threads.body.payload.threads.find((one: { id: number }) => one.id === threadId),
      cv: cvContent(cv!, 'en', 'Europe/Istanbul'),
    };
  };

  const writeTo = async (place: Place, phone: string) => {
    const { workerId } = await rowOf(place, phone);
    const { status } = await visitor.server.call(sendMessage, {
      as: place.as,
      body: {
        user_id: place.jobs[0]!.userId,
        recipient_id: workerId,
        body: 'Hello',
        message_status: 2,
        type: 'text',
        client_message_id: `to ${workerId} from ${place.code}`,
      },
    });
    expect(status).toBe(200);
  };

  it('stays what it was when the phone applies elsewhere under another name', async () => {
    const ayse = visitor.person({ firstName: 'Ayşezz', lastName: 'Yıldızzz' });
    await applyAt(ours, ayse, { experience: '60', days: 'sunday', start: 'week' });
    const before = await seenOf(ours, ayse.phone);
    expect(before.row.user).toMatchObject({ firstName: 'Ayşezz', lastName: 'Yıldızzz', experienceMonth: 36 });
    await applyAt(theirs, { ...ayse, firstName: 'Mertqq', lastName: 'Kayaqq' }, { experience: '6', roster: 'yes' });
    expect(await seenOf(ours, ayse.phone)).toEqual(before);
    const there = await seenOf(theirs, ayse.phone);
    expect(there.row.user).toMatchObject({ firstName: 'Mertqq', lastName: 'Kayaqq', experienceMonth: 1 });
    expect(there.application.user.experiences).toHaveLength(1);
    expect(JSON.stringify(there)).not.toMatch(/zz/);
    expect(JSON.stringify(await seenOf(ours, ayse.phone))).not.toMatch(/qq/);
  });

  it('is in the events about its conversation', async () => {
    const given = visitor.person({ firstName: 'Sevgi' });
    await applyAt(ours, given, { experience: '60' });
    await applyAt(theirs, { ...given, firstName: 'Kaan' }, { experience: '6' });
    await writeTo(ours, given.phone);
    const { workerId } = await rowOf(ours, given.phone);
    const { rows } = await sql<{ worker: object }>`
      select data -> 'worker' as worker
      from (select worker_id, data from event_outbox union all select worker_id, data from worker_events) e
      where worker_id = ${workerId} and data ->> 'body' = 'Hello'`.execute(visitor.server.db);
    expect(rows).toMatchObject([{ worker: { firstName: 'Sevgi', experienceMonth: 36 } }]);
  });

  it('is found by its own name, in the list and in the inbox', async () => {
    const given = visitor.person({ firstName: 'Nuraybb', lastName: 'Ak' });
    await applyAt(ours, given);
    await writeTo(ours, given.phone);
    await applyAt(theirs, { ...given, firstName: 'Selimcc' });
    await writeTo(theirs, given.phone);
    await applyAt(ours, { ...given, firstName: 'Defnedd' }, {}, ours.jobs[1]!.id);
    const idsBy = async (place: Place, q: string) => {
      const { call } = visitor.server;
      const list = await call(searchApplications, { as: place.as, query: { q, limit: 500 } });
      const threads = await call(getInbox, { as: place.as, query: { q, limit: 100 } });
      return [list.body.payload.length, threads.body.payload.threads.length];
    };
    expect(await idsBy(ours, 'nuraybb')).toEqual([1, 1]);
    expect(await idsBy(ours, 'selimcc')).toEqual([0, 0]);
    expect(await idsBy(theirs, 'selimcc')).toEqual([1, 1]);
    expect(await idsBy(theirs, 'nuraybb')).toEqual([0, 0]);
    expect(await idsBy(ours, 'defnedd')).toEqual([1, 0]);
    expect((await seenOf(ours, given.phone)).thread.user).toMatchObject({ firstName: 'Nuraybb' });
    expect((await seenOf(theirs, given.phone)).thread.user).toMatchObject({ firstName: 'Selimcc' });
  });

  it('is not renamed by a repeat for the same job', async () => {
    const given = visitor.person({ firstName: 'Fatma', lastName: 'Su' });
    await applyAt(ours, given, { experience: '24' });
    const before = await seenOf(ours, given.phone);
    await applyAt(ours, { ...given, firstName: 'FATMA' }, { experience: '0' });
    await applyAt(ours, { ...given, firstName: 'Cem', lastName: 'Su' }, { experience: '0' });
    expect(await seenOf(ours, given.phone)).toEqual(before);
  });

  it('is of one person, whoever else applies for the same job with the phone', async () => {
    const { call, db } = visitor.server;
    const sister = visitor.person({ firstName: 'Zehraqq', lastName: 'Su' });
    const brother = { ...sister, firstName: 'Emre' };
    await applyAt(ours, sister, { experience: '60', roster: 'yes' });
    await writeTo(ours, sister.phone);
    await applyAt(ours, brother, { roster: 'yes' });
    const { rows } = await sql<{ id: number; workerId: number; path: string }>`
      select a.id, a.worker_id as "workerId", substring(m.body_text from '/w/[A-Za-z0-9_-]{30}') as path
      from applications a join workers w on w.id = a.worker_id
      join outgoing_messages m on m.application_id = a.id and m.body_text like '%/w/%'
      where w.phone = ${sister.phone.slice(1)} and a.job_id = ${ours.jobs[0]!.id} order by a.id`.execute(db);
    const [first, second] = [rows[0]!, rows.at(-1)!];
    expect(second.workerId).not.toBe(first.workerId);
    expect((await visitor.get(first.path)).body).toContain('Hello');
    const page = await visitor.get(second.path);
    expect(page.status).toBe(200);
    expect(page.body).not.toMatch(/Hello|Zehraqq/);
    const held = async (id: number) => {
      const { body } = await call(postPersonExport, { as: 'root', params: { id } });
      const { file } = await call(getPersonExportFile, { as: 'root', params: { id: body.payload.exportId } });
      return file!.toString();
    };
    expect(await held(first.workerId)).toContain('Hello');
    expect(await held(second.workerId)).not.toMatch(/Hello|Zehraqq/);

    const erasure = { as: 'root', params: { id: first.workerId }, body: { confirmName: 'Zehraqq Su' } } as const;
    expect((await call(postErasure, erasure)).status).toBe(200);
    expect(await findSecret(db, 'Zehraqq')).toEqual([]);
    const { rows: texts } = await sql`
      select 1 from outgoing_messages where application_id = ${second.id} and body_text like '%/w/%'`.execute(db);
    expect(texts).not.toEqual([]);
    expect((await visitor.get(second.path)).status).toBe(200);
    expect(JSON.parse(await held(second.workerId)).roster).toMatchObject([{ firstName: 'Emre', withdrawnAt: null }]);
  });

  it.each([
    ['0', 0, undefined, ''],
    ['6', 1, 12, 'Less than 1 year'],
    ['24', 12, 36, '1–3 years'],
    ['60', 36, null, 'More than 3 years'],
  ])('about experience (%s) stays a range in row, profile and CV', async (experience, min, max, text) => {
    const given = visitor.person();
    await applyAt(ours, given, { experience, days: 'sunday', parts: 'night', start: 'month' });
    const { row, application, cv } = await seenOf(ours, given.phone);
    for (const { user } of [row, application]) {
      expect([user.experienceMonth, user.experienceMax]).toEqual([min, max]);
      expect(user.experiences).toMatchObject([{ duration: { key: min } }]);
      expect(user.experiences[0].duration.max).toBe(max);
    }
    expect(application.source).toMatchObject({ days: ['sunday'], parts: ['night'], start: 'month' });
    const words = exportTexts('en').cv;
    const facts = new Map(cv.facts);
    expect(facts.get(words.experienceTotal) ?? '').toBe(text);
    expect([facts.get(words.days), facts.get(words.parts), facts.get(words.start)]).toEqual([
      'Sunday',
      'Night',
      'Within a month',
    ]);
    expect(cv.experiences.map(({ when }) => when)).toEqual(text === '' ? [] : [text]);
  });

  it('is deleted with the person, at this organisation alone and under any spelling of the name', async () => {
    const secret = 'zzsakliadzz';
    const given = visitor.person({ firstName: `${secret}Ş`, lastName: 'Ak' });
    await applyAt(ours, given, { experience: '24', roster: 'yes' });
    await applyAt(theirs, { ...given, firstName: 'Onur' });
    // Without its accents the name is the same person's, but not typed alike.
    await applyAt(ours, { ...given, firstName: `${secret}s` }, {}, ours.jobs[1]!.id);
    const { workerId } = await seenOf(ours, given.phone, ours.jobs[1]!.id);
    const { call, db } = visitor.server;
    expect((await call(postPersonExport, { as: 'root', params: { id: workerId } })).status).toBe(202);
    const erase = (confirmName: string) =>
      call(postErasure, { as: 'root', params: { id: workerId }, body: { confirmName } });
    expect((await erase('Onur Ak')).status).toBe(400);
    expect((await erase(`${secret}Ş Ak`)).status).toBe(200);
    expect(await findSecret(db, secret)).toEqual([]);
    expect((await seenOf(theirs, given.phone)).row.user.firstName).toBe('Onur');
  });
});
