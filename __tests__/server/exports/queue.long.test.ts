import { appendFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import { sql } from 'kysely';
import { exportExcel, getExport, sendExcel } from '../../../contract/routes/applications';
import type { FileStore } from '../../../server/platform/ports/fileStore';
import { removeOldExports, runExports } from '../../../server/modules/exports/service';
import { deliverDue } from '../../../server/platform/outgoing/deliver';
import { smtpSender } from '../../../server/adapters/senders';
import { smtpCounterpart } from '../../support/counterparts/smtp';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { makeExports, readWorkbook } from './reading';

describe('the export queue', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('exports').execute();
    await server.db.deleteFrom('outgoingMessages').execute();
    await server.pool.query('delete from rate_limits');
  });

  const queue = async (): Promise<string> => {
    const { body } = await server.call(exportExcel, {
      as: 'branch',
      body: { query: { jobId: world.job }, language: 'en' },
    });
    return body.payload.exportId as string;
  };
  const send = (body: object, as: 'branch' | 'root' | 'company' | 'other' = 'branch') =>
    server.call(sendExcel, { as, body: { jobId: null, email: 'boss@x.example', ...body } });
  const rowOf = (id: string) =>
    server.db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const later = (seconds: number) => server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));
  const withStore = (change: Partial<FileStore>) => ({
    ...server.deps,
    fileStore: { ...server.deps.fileStore, ...change },
  });
  const log = { info: () => undefined, warn: () => undefined };
  const message = () =>
    server.db.selectFrom('outgoingMessages').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

  it('processes each export once, even with two servers at work', async () => {
    const ids = [await queue(), await queue(), await queue()];
    let puts = 0;
    const counting = withStore({
      putFile: (key, file) => {
        puts += 1;
        return server.deps.fileStore.putFile(key, file);
      },
    });
    await Promise.all([runExports(counting, { log }), runExports(counting, { log })]);
    expect(puts).toBe(3);
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('continues an export of a dead server when its lease expires', async () => {
    const id = await queue();
    await sql`update exports set state = 'running', attempts = 1, done = 3,
      leased_until = ${server.clock.now()}::timestamptz + interval '60 seconds' where id = ${id}`.execute(server.db);
    later(59);
    await makeExports(server);
    expect(await rowOf(id)).toMatchObject({ state: 'running', attempts: 1 });
    later(1);
    await makeExports(server);
    expect(await rowOf(id)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('gives up after three tries and leaves no file', async () => {
    const id = await queue();
    const kept = new Set<string>();
    const failing = withStore({
      putFile: async (key) => {
        kept.add(key);
        throw new Error('disk full');
      },
      remove: async (key) => void kept.delete(key),
    });
    for (let tries = 1; tries <= 3; tries += 1) {
      await runExports(failing, { log });
      expect(await rowOf(id)).toMatchObject({ state: tries < 3 ? 'running' : 'failed', attempts: tries });
      later(61);
    }
    expect(kept.size).toBe(0);
    expect((await server.call(getExport, { as: 'branch', params: { id } })).body.payload.state).toBe('failed');
  });

  it('processes others while one does not finish', async () => {
    const hanging = await queue();
    // Either of two requests of the same moment may be first.
    later(1);
    const behind = await queue();
    let puts = 0;
    const stuck = withStore({
      putFile: (key, file) => (++puts === 1 ? new Promise<never>(() => {}) : server.deps.fileStore.putFile(key, file)),
    });
    await runExports(stuck, { log, stallMs: 10_000 });
    expect(await rowOf(hanging)).toMatchObject({ state: 'running', attempts: 1 });
    expect((await rowOf(behind)).state).toBe('done');
    later(61);
    await makeExports(server);
    expect(await rowOf(hanging)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('fails an export that three servers did not survive', async () => {
    const id = await queue();
    await sql`update exports set state = 'running', attempts = 3, leased_until = ${server.clock.now()} where id = ${id}`.execute(
      server.db,
    );
    await makeExports(server);
    expect((await rowOf(id)).state).toBe('failed');
  });

  it('returns an export to the queue when the server stops', async () => {
    const other = await queue();
    const aborted = new AbortController();
    const deps = { ...server.deps, clock: { now: () => (aborted.abort(), server.clock.now()) } };
    await runExports(deps, { log, stopping: aborted.signal });
    expect(await rowOf(other)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('fails an export of a deleted account', async () => {
    const { body } = await server.call(exportExcel, { as: 'company', body: { query: {}, language: 'en' } });
    const id = body.payload.exportId as string;
    await sql`update users set deleted_at = now() where id = (select user_id from exports where id = ${id})`.execute(
      server.db,
    );
    await makeExports(server);
    expect((await rowOf(id)).state).toBe('failed');
    await sql`update users set deleted_at = null where email = 'company@demo.test'`.execute(server.db);
  });

  it('deletes expired exports', async () => {
    const id = await queue();
    await makeExports(server);
    const { fileKey: key } = await rowOf(id);
    later(24 * 3600);
    await removeOldExports(server.deps);
    expect(await server.deps.fileStore.get(key!)).not.toBeNull();
    later(1);
    await removeOldExports(server.deps);
    expect(await server.deps.fileStore.get(key!)).toBeNull();
    expect((await server.call(getExport, { as: 'branch', params: { id } })).status).toBe(404);
  });

  describe('exports by mail', () => {
    it('arrive as attachments in the language of the request or the body', async () => {
      const smtp = await smtpCounterpart();
      const sender = smtpSender({ url: `smtp://127.0.0.1:${smtp.port}`, from: 'no-reply@jobs.example' });
      try {
        expect((await send({ jobId: world.job, language: 'tr' })).body).toEqual({ ok: true, payload: null });
        await makeExports(server);
        const senders = {
          sms: async () => undefined,
          push: async () => undefined,
          mail: sender.send,
          keptChannels: new Set<never>(),
          close: async () => undefined,
        };
        await deliverDue({ ...server.deps, senders, log }, 'mail');
        const parsed = await PostalMime.parse(smtp.mails.at(-1)!);
        expect(parsed.subject).toBe('Başvuruların Excel dosyası');
        expect(parsed.attachments.map(({ filename }) => filename)).toEqual([
          expect.stringMatching(/^Applications_\d\d_\d\d_\d{4}\.xlsx$/),
        ]);
        const sheets = readWorkbook(Buffer.from(parsed.attachments[0]!.content as ArrayBuffer));
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from applications where job_id = ${world.job}`.execute(server.db);
        expect(sheets[0]!.rows).toHaveLength(rows[0]!.n);
        expect((await message()).sentAt).toEqual(server.clock.now());
      } finally {
        sender.close();
        await smtp.close();
      }
    });

    it('arrive as a link valid for a day when the file is too large', async () => {
      await send({ language: 'en' });
      // The size in the store counts, so the test enlarges the file on its way there.
      const large = withStore({
        putFile: async (key, file) => {
          await server.deps.fileStore.putFile(key, file);
          await appendFile(file.path, Buffer.alloc(8_000_000));
        },
      });
      await runExports(large, { log });
      const mail = await message();
      expect(mail.attachmentKey).toBeNull();
      const [link] = /http\S+/.exec(mail.bodyText!)!;
      const url = link.replace(server.deps.settings.publicUrl, '');
      const fetched = await server.app.inject({ url });
      expect(fetched.statusCode).toBe(200);
      expect(readWorkbook(fetched.rawPayload)[0]!.rows.length).toBeGreaterThan(0);
      for (const wrong of [url.replace(/s=.*/, 's=x'), url.replace('until=1', 'until=2'), url.replace(/\?.*/, '')])
        expect((await server.app.inject({ url: wrong })).statusCode).toBe(404);
      later(24 * 3600 + 1);
      expect((await server.app.inject({ url })).statusCode).toBe(404);
    });

    it('cannot be polled or fetched as downloads', async () => {
      await send({});
      const { id } = await server.db.selectFrom('exports').select('id').executeTakeFirstOrThrow();
      expect((await server.call(getExport, { as: 'branch', params: { id } })).status).toBe(404);
    });

    it('give up the mail when its file is missing', async () => {
      await send({ jobId: world.job });
      await makeExports(server);
      await server.deps.fileStore.remove((await message()).attachmentKey!);
      const senders = {
        sms: async () => undefined,
        push: async () => undefined,
        mail: async () => undefined,
        keptChannels: new Set<never>(),
        close: async () => undefined,
      };
      await deliverDue({ ...server.deps, senders, log }, 'mail');
      expect((await message()).failedAt).not.toBeNull();
    });

    it('are audited with the masked recipient', async () => {
      await send({ jobId: world.job, language: 'es' });
      const { rows } = await sql`
        select action, subject_type as type, subject_id as id, details->>'to' as to from audit_log order by audit_log.id desc limit 1`.execute(
        server.db,
      );
      expect(rows[0]).toEqual({ action: 'applications.mailed', type: 'job', id: world.job, to: 'b…@x….example' });
    });

    it.each<[string, object, number]>([
      ['no job named', { jobId: undefined }, 400],
      ['no address', { email: undefined }, 400],
      ['an invalid address', { email: 'a@b' }, 400],
      ['another language', { language: 'de' }, 400],
    ])('reject %s', async (_name, change, status) => {
      expect((await send(change)).status).toBe(status);
    });

    it('answer 404 to jobs of sibling branches and other organisations, and 401 without a token', async () => {
      expect((await send({ jobId: world.siblingJob })).status).toBe(404);
      expect((await send({ jobId: world.otherJob }, 'root')).status).toBe(404);
      expect((await server.call(sendExcel, { body: {} })).status).toBe(401);
    });

    it('have an hourly limit', async () => {
      const answers: number[] = [];
      for (let at = 0; at < 21; at += 1) answers.push((await send({}, 'other')).status);
      expect(answers.filter((status) => status === 429)).toHaveLength(1);
      expect(answers.at(-1)).toBe(429);
    });
  });
});
