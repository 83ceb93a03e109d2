import { sql } from 'kysely';
import sharp from 'sharp';
import { exportCv, sendCv } from '../../../contract/routes/applications';
import { exportTexts } from '../../../server/modules/exports/cvFacts';
import { removeAttachments } from '../../../server/platform/outgoing/deliver';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { readPdf } from './reading';

const ABOUT = 'Şırnak’ta büyüdüm; İğdır, Üsküdar ve Ağrı’da çalıştım. 😀 ĞÜŞİÖÇ ğüşıöç ₺ ñ á ¿';

describe('CVs', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    await sql`
      update workers set first_name = 'Işıl Çağla', last_name = 'Öğüt/Şen', about = ${ABOUT}, phone = '5321234567',
        email = 'isil@x.example', birth_date = '1998-02-03', gender = 'female', english = 4, rating_score = 4.5,
        driving_licenses = '{B,A2}', certificates = '{Hijyen}', expected_salary_minor = 3250050,
        identity_number = '12345678901', image_key = 'avatar-00112233445566778899aabbccddeeff',
        university = 'Boğaziçi Üniversitesi', education = 'university',
        experiences = ${JSON.stringify([
          {
            id: 1,
            companyName: 'Kahve Dünyası',
            position: 'Garson',
            duration: { key: 18, value: '1 yıl 6 ay' },
            startDate: '2024-01-05',
            endDate: null,
          },
          {
            id: 2,
            companyName: 'Liman',
            position: 'Komi',
            duration: { key: 0, value: '0' },
            startDate: '2026-11-05',
            endDate: null,
          },
        ])}::jsonb
      where id = ${world.workerId}`.execute(server.db);
    await sql`update applications set match_score = 0.579 where id = ${world.application}`.execute(server.db);
  });
  afterAll(() => server.close());

  const ask = (
    languageCode: string,
    accept?: string,
    id = world.application,
    as: 'branch' | 'other' | 'hr' = 'branch',
  ) =>
    server.call(exportCv, {
      as,
      body: { userInformation: { applicationId: id }, languageCode },
      ...(accept && { headers: { accept } }),
    });
  const mail = (change: object = {}, jobId = world.job, as: 'branch' | 'root' | 'other' | 'company' = 'branch') =>
    server.call(sendCv, {
      as,
      params: { jobId },
      body: { email: 'boss@x.example', applicationId: world.application, ...change },
    });
  const pdfOf = async (language: string) => (await ask(language, 'application/pdf')).file!;
  const jobOf = async () => {
    const { rows } = await sql<{ id: number }>`
      select job_id as id from applications where id = ${world.application}`.execute(server.db);
    return rows[0]!.id;
  };

  it('are base64 in JSON, or the PDF itself by Accept', async () => {
    const { status, body } = await ask('tr');
    expect(status).toBe(200);
    expect(body.payload.fileName).toMatch(/^Işıl Çağla Öğüt Şen_CV_\d\d_\d\d_\d{4}\.pdf$/);
    expect(Buffer.from(body.payload.result, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const { file, headers } = await ask('tr', 'application/pdf');
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent(body.payload.fileName as string)}`,
    );
    expect(file!.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ask('tr', 'application/json, application/pdf')).file).toBeUndefined();
  });

  it.each(['tr', 'en', 'es'] as const)('hold every detail in %s with every letter', async (language) => {
    const { pages, images, title } = readPdf(await pdfOf(language));
    const texts = exportTexts(language);
    const text = pages.join('\n').replace(/\s+/g, ' ');
    expect(pages).toHaveLength(1);
    expect(images).toBe(1);
    expect(title).toContain('Işıl Çağla Öğüt');
    for (const label of [
      'contact',
      'facts',
      'experiences',
      'education',
      'languages',
      'licences',
      'about',
      'score',
    ] as const)
      expect(text).toContain(texts.cv[label]);
    for (const value of ['Işıl Çağla Öğüt/Şen', 'isil@x.example', 'Garson, Kahve Dünyası', 'B, A2'])
      expect(text).toContain(value);
    // As the dashboard shows them: the score is rounded down.
    const score = { tr: '%57', en: '57%', es: '57 %' }[language];
    for (const value of ['+90 532 123 45 67', '03/02/1998', `05/01/2024 – ${texts.cv.present}`, `: ${score}`])
      expect(text).toContain(value);
    expect(text).toContain('Boğaziçi Üniversitesi');
    expect(text).toContain(texts.english['4']);
    expect(text).toContain(ABOUT.replace('😀 ', '').replace(/\s+/g, ' '));
    expect(text).toContain(texts.cv.present);
    // A job of less than a month has no duration.
    expect(text).not.toMatch(/· 0(?!\d)/);
    expect(text).toContain({ tr: '₺32.500,50', en: '₺32,500.50', es: '32.500,50 ₺' }[language]);
    // Only the detail page shows it (docs/API.md#scope).
    expect(text).not.toContain('12345678901');
    // Military service is a question for men only.
    expect(text).not.toContain(texts.cv.military);
  });

  it('continue over several numbered pages', async () => {
    const { rows } = await sql<{ experiences: unknown }>`
      select experiences from workers where id = ${world.workerId}`.execute(server.db);
    const many = Array.from({ length: 40 }, (_, at) => ({
      id: at + 1,
      companyName: `Şirket ${at + 1}`,
      position: 'Kasiyer',
      duration: { key: 2, value: '2 ay' },
      startDate: null,
      endDate: null,
    }));
    await sql`update workers set experiences = ${JSON.stringify(many)}::jsonb, about = ${'Çok uzun. '.repeat(400)}
      where id = ${world.workerId}`.execute(server.db);
    const { pages } = readPdf(await pdfOf('tr'));
    await sql`update workers set experiences = ${JSON.stringify(rows[0]!.experiences)}::jsonb, about = ${ABOUT}
      where id = ${world.workerId}`.execute(server.db);
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) expect(page).toContain(`Sayfa ${at + 1} / ${pages.length}`);
    expect(pages.join('')).toContain('Şirket 40');
    // No page holds its footer only.
    for (const page of pages) expect(page.length).toBeGreaterThan(100);
  });

  it('have one page for a worker with almost no data', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select organisation_id, user_id, id, ${world.freshWorkerId}, 0.5, 'umay isik', now() from jobs where id = ${world.job}
      returning id`.execute(server.db);
    const { file } = await ask('es', 'application/pdf', rows[0]!.id);
    const { pages, images } = readPdf(file!);
    expect(pages).toHaveLength(1);
    expect(images).toBe(0);
    expect(pages[0]).toContain('Umay Işık');
  });

  it('show an uploaded photo and omit an unreadable one', async () => {
    const key = `upload-${'a'.repeat(32)}`;
    const bytes = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    await server.deps.fileStore.put(key, { bytes, contentType: 'image/jpeg' });
    await sql`update workers set image_key = ${key} where id = ${world.workerId}`.execute(server.db);
    expect(readPdf(await pdfOf('en')).images).toBe(1);
    await server.deps.fileStore.put(key, { bytes: Buffer.from('no picture'), contentType: 'image/jpeg' });
    expect(readPdf(await pdfOf('en')).images).toBe(0);
    await server.deps.fileStore.remove(key);
    expect(readPdf(await pdfOf('en')).images).toBe(0);
    const get = jest.spyOn(server.deps.fileStore, 'get').mockRejectedValue(new Error('the store is away'));
    expect(readPdf(await pdfOf('en')).images).toBe(0);
    get.mockRestore();
  });

  it.each(['siblingApplication', 'otherApplication'] as const)('answer 404 to a branch for %s', async (name) => {
    expect((await ask('tr', undefined, world[name])).status).toBe(404);
    expect((await mail({ applicationId: world[name] })).status).toBe(404);
  });

  it('reject another language and a body without an application', async () => {
    expect((await ask('de')).status).toBe(400);
    expect((await server.call(exportCv, { as: 'branch', body: { languageCode: 'tr' } })).status).toBe(400);
    expect((await server.call(exportCv, { body: {} })).status).toBe(401);
  });

  describe('CVs by mail', () => {
    const lastMail = () =>
      server.db.selectFrom('outgoingMessages').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

    it('are attachments, which the outbox shows and serves', async () => {
      const { status, body } = await mail({ languageCode: 'tr' }, await jobOf());
      expect([status, body.payload]).toEqual([200, null]);
      const message = await lastMail();
      expect(message).toMatchObject({ recipient: 'boss@x.example', attachmentType: 'application/pdf' });
      expect(message.subject).toBe('Özgeçmiş: Işıl Çağla Öğüt/Şen');
      const outbox = await server.app.inject({ url: '/dev/outbox', headers: { accept: 'application/json' } });
      const [shown] = outbox.json<{ payload: { attachment: { name: string; url: string } }[] }>().payload;
      expect(shown!.attachment.name).toBe(message.attachmentName);
      const page = await server.app.inject({ url: '/dev/outbox', headers: { accept: 'text/html' } });
      expect(page.body).toContain(`<a href="${shown!.attachment.url}" download>`);
      const file = await server.app.inject({ url: shown!.attachment.url });
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(file.headers['content-disposition']).toContain('attachment');
      expect(readPdf(file.rawPayload).pages[0]).toContain('Işıl Çağla');
      expect((await server.app.inject({ url: '/dev/outbox/999999/attachment' })).statusCode).toBe(404);
      expect((await server.app.inject({ url: '/dev/outbox/x/attachment' })).statusCode).toBe(404);
    });

    it('leave an entry in the audit log', async () => {
      const { rows } = await sql<{ action: string; details: object }>`
        select action, details from audit_log where subject_type = 'application' and subject_id = ${world.application}
          and action like 'application.cv%' order by id desc limit 1`.execute(server.db);
      expect(rows[0]).toEqual({
        action: 'application.cv_mailed',
        details: { language: 'tr', to: 'b…@x….example' },
      });
    });

    it('are deleted from the store after the mail is sent', async () => {
      const { id, attachmentKey: key } = await lastMail();
      await removeAttachments(server.deps);
      expect(await server.deps.fileStore.get(key!)).not.toBeNull();
      await server.db
        .updateTable('outgoingMessages')
        .set({ sentAt: server.clock.now(), bodyText: null, bodyHtml: null })
        .where('id', '=', id)
        .execute();
      await removeAttachments(server.deps);
      expect(await server.deps.fileStore.get(key!)).toBeNull();
      expect(await lastMail()).toMatchObject({
        attachmentKey: null,
        attachmentName: expect.stringContaining('_CV_'),
      });
    });

    it('answer 404 when the application is not of the job, and 400 without an address', async () => {
      const { rows } = await sql<{ id: number }>`
        select id from jobs where user_id = ${world.branchId} and id <> ${await jobOf()} limit 1`.execute(server.db);
      expect((await mail({}, rows[0]!.id)).status).toBe(404);
      expect((await mail({ email: 'x' })).body.errors.children.email.errors).toHaveLength(1);
      expect((await mail({ email: undefined })).status).toBe(400);
      expect((await server.call(sendCv, { params: { jobId: 1 }, body: {} })).status).toBe(401);
    });

    it('have an hourly limit', async () => {
      const jobId = await jobOf();
      const limit = { name: 'export-mail', points: 20, seconds: 3600 };
      for (let at = 0; at < 20; at += 1)
        await server.deps.limiter.take(limit, String(world.branchId)).catch(() => null);
      expect(await mail({}, jobId)).toMatchObject({ status: 429 });
    });
  });
});
