import { sql } from 'kysely';
import { postAppointment, putAppointmentStatus, putAppointmentTime } from '../../../contract/routes/appointments';
import { putFeedback } from '../../../contract/routes/applications';
import { blockByThread } from '../../../contract/routes/chat';
import { putDecline } from '../../../contract/routes/decisions';
import { putFirstDay } from '../../../contract/routes/firstDay';
import { gatewayEvents, gatewayReject } from '../../../contract/routes/gateway';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { notifyDue } from '../../../server/modules/decisions';
import { sendReminders } from '../../../server/modules/reminders';
import { sendEvents } from '../../../server/platform/live/outbox';
import { deliverDue } from '../../../server/platform/outgoing/deliver';
import { readEvents } from '../../support/eventReader';
import { log } from '../bulks/bulkWorld';
import { pageWorld, type PageWorld } from './pageWorld';

const DAY_HOURS = 24;
const YES = {
  isApplicantCameToAppointment: true,
  isAppointmentPositive: true,
  isOfferSentToApplicant: true,
  isApplicantAcceptTheOffer: true,
};

describe('the worker’s page', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await pageWorld();
  });
  afterAll(async () => {
    const closed = world.server.close();
    // The stop would wait for an idle connection that the client of the event stream may have opened.
    world.server.app.server.closeAllConnections();
    await closed;
  });

  const invited = async (language = 'en') => {
    const applicant = await world.nextApplicant();
    await sql`update workers set language_code = ${language} where id = ${applicant.workerId}`.execute(world.server.db);
    const appointmentId = await world.invite(applicant);
    return { ...applicant, appointmentId, path: await world.pathOf(applicant) };
  };
  const agreed = async () => {
    const applicant = await invited();
    await world.answer(applicant.appointmentId, applicant, 'active');
    return applicant;
  };
  const hired = async () => {
    const applicant = await agreed();
    const params = { jobId: applicant.jobId, id: applicant.applicationId };
    expect((await world.server.call(putFeedback, { as: 'branch', params, body: YES })).status).toBe(200);
    return applicant;
  };
  const attend = (path: string, form: Record<string, string>) => world.post(`${path}/attendance`, form);
  const doneOf = ({ status, headers }: { status: number; headers: Record<string, unknown> }) => [
    status,
    new URL(String(headers.location), 'http://x').searchParams.get('done'),
  ];

  describe('an invitation', () => {
    it.each([
      ['tr', 'Görüşmeye davetlisiniz', 'Türkiye saatiyle', 'Kabul ediyorum', 'İşveren paneli'],
      ['en', 'You are invited to an interview', 'Türkiye time', 'Accept', 'Employer dashboard'],
      ['es', 'Invitación a una entrevista', 'hora de Turquía', 'Acepto', 'Panel de empleadores'],
      ['fr', 'You are invited to an interview', 'Türkiye time', 'Accept', 'Employer dashboard'],
    ])('is a small page without scripts in the language %s', async (language, title, zone, accept, product) => {
      const { path } = await invited(language);
      const { status, body, headers } = await world.get(path);
      expect(status).toBe(200);
      expect(body).toContain(`<html lang="${language === 'fr' ? 'en' : language}">`);
      expect(body).toContain(`<h1>${title}</h1>`);
      expect(body).toMatch(/son 20 mesajı|last 20 messages|últimos 20 mensajes/);
      for (const text of [zone, accept, product, 'Bağdat Caddesi 1', 'openstreetmap.org/?mlat=41.01&amp;mlon=28.97'])
        expect(body).toContain(text);
      expect(body).not.toMatch(/<script|javascript:| on\w+=|https?:\/\/(?!www\.openstreetmap\.org)/);
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
    });

    it('has links to the other languages', async () => {
      const { path } = await invited('tr');
      const { body } = await world.get(`${path}?lang=es`);
      expect(body).toContain('<html lang="es">');
      expect(body).toContain(`href="${path}?lang=tr"`);
      expect(body).toContain(`action="${path}/attendance?lang=es"`);
    });

    it('is accepted once, however often it is pressed', async () => {
      const { path, appointmentId } = await invited();
      const replies = await Promise.all([1, 2, 3].map(() => attend(path, { answer: 'accept' })));
      expect(replies.map(doneOf)).toEqual(Array.from({ length: 3 }, () => [303, 'accepted']));
      expect((await world.appointmentOf(appointmentId)).status).toBe('ACTIVE');
      const { body } = await world.get(`${path}?done=accepted`);
      expect(body).toContain('You accepted the interview.');
      expect(body).toContain('Your interview is set');
      const log = await sql`
        select 1 from appointment_status_log where appointment_id = ${appointmentId} and status = 'ACTIVE'`.execute(
        world.server.db,
      );
      expect(log.rows).toHaveLength(1);
    });

    it('ends what an earlier form said, which the address of an open tab keeps', async () => {
      const { path, appointmentId } = await invited();
      const isShown = async (done: string) => (await world.get(`${path}?done=${done}`)).body.includes('role="status"');
      const others = ['applied', 'confirmed', 'withdrawn', 'cannot', 'other_time', 'askedData', 'askedErase'];
      for (const done of [...others, 'accepted', 'coming', 'late'])
        expect([done, await isShown(done)]).toEqual([done, false]);
      expect(await isShown('message')).toBe(true);
      await attend(path, { answer: 'accept' });
      await attend(path, { answer: 'coming' });
      expect([await isShown('accepted'), await isShown('coming'), await isShown('late')]).toEqual([true, true, false]);
      const body = { startAt: world.inHours(72) };
      const moved = await world.server.call(putAppointmentTime, { as: 'branch', params: { id: appointmentId }, body });
      expect(moved.status).toBe(200);
      expect([await isShown('accepted'), await isShown('coming')]).toEqual([false, false]);
    });

    it('is turned down', async () => {
      const { path, appointmentId } = await invited();
      expect(doneOf(await attend(path, { answer: 'cannot' }))).toEqual([303, 'cannot']);
      expect((await world.appointmentOf(appointmentId)).status).toBe('REJECTED');
      expect(doneOf(await attend(path, { answer: 'cannot' }))).toEqual([303, 'cannot']);
      const { body } = await world.get(path);
      expect(body).toContain('You turned the invitation down');
      expect(body).not.toContain('name="answer"');
    });

    it('stays open when the worker asks for another time', async () => {
      const { path, appointmentId, ...applicant } = await invited();
      const before = (await world.textsOf(applicant)).length;
      const form = { answer: 'other_time', text: 'Perşembe 15.00’ten sonra' };
      await Promise.all([attend(path, form), attend(path, form)]);
      expect(await world.appointmentOf(appointmentId)).toMatchObject({ status: 'WAITING', attendance: 'other_time' });
      expect((await world.textsOf(applicant)).slice(before)).toEqual([
        'Is another time possible? Perşembe 15.00’ten sonra',
      ]);
      expect((await world.get(path)).body).toContain('Your answer: I need another time');
    });

    it.each([
      ['tr', 'Görüşmenizin saati değişti', 'Kabul ediyorum', 'Görüşme saati değişti: '],
      ['en', 'Your interview has a new time', 'Accept', 'Interview moved from '],
      ['es', 'Su entrevista cambia de hora', 'Acepto', 'Entrevista cambiada del '],
    ])('shows a new time in %s, and takes no answer to the old one', async (language, title, accept, line) => {
      const { path, appointmentId } = await invited(language);
      const startOf = (body: string) => /name="start" value="(\d+)"/.exec(body)![1]!;
      const old = startOf((await world.get(path)).body);
      await attend(path, { answer: 'accept', start: old });
      const body = { startAt: world.inHours(72) };
      const moved = await world.server.call(putAppointmentTime, { as: 'branch', params: { id: appointmentId }, body });
      expect(moved.status).toBe(200);
      const page = (await world.get(path)).body;
      for (const text of [`<h1>${title}</h1>`, accept, line, 'value="cannot"', 'value="other_time"'])
        expect(page).toContain(text);
      for (const answer of ['accept', 'cannot']) expect((await attend(path, { answer, start: old })).status).toBe(409);
      expect((await world.appointmentOf(appointmentId)).status).toBe('WAITING');
      expect(doneOf(await attend(path, { answer: 'accept', start: startOf(page) }))).toEqual([303, 'accepted']);
      expect((await world.appointmentOf(appointmentId)).status).toBe('ACTIVE');
      for (const answer of ['coming', 'late', 'cannot'])
        expect((await attend(path, { answer, minutes: '10', start: old })).status).toBe(409);
      expect(await world.appointmentOf(appointmentId)).toMatchObject({ status: 'ACTIVE', attendance: null });
      const calendar = (await world.get(`${path}/appointment.ics`)).body;
      expect(calendar).toContain('SEQUENCE:3\r\n');
    });

    it('takes no answer to an old place, but one to the time alone from a page opened before an update', async () => {
      const { path, appointmentId } = await invited();
      const shownIn = (body: string) => ({
        start: /name="start" value="(\d+)"/.exec(body)![1]!,
        place: /name="place" value="([^"]+)"/.exec(body)?.[1] ?? '',
      });
      const old = shownIn((await world.get(path)).body);
      const place = { latitude: 40.98, longitude: 29.02, address: 'Moda 5' };
      const body = { startAt: world.inHours(48), place };
      const moved = await world.server.call(putAppointmentTime, { as: 'branch', params: { id: appointmentId }, body });
      expect(moved.status).toBe(200);
      for (const answer of ['accept', 'cannot']) expect((await attend(path, { answer, ...old })).status).toBe(409);
      expect((await world.appointmentOf(appointmentId)).status).toBe('WAITING');
      const shown = shownIn((await world.get(path)).body);
      expect(shown.start).toBe(old.start);
      expect(doneOf(await attend(path, { answer: 'accept', ...shown }))).toEqual([303, 'accepted']);
      expect((await attend(path, { answer: 'coming', ...old })).status).toBe(409);
      expect(doneOf(await attend(path, { answer: 'coming', start: old.start }))).toEqual([303, 'coming']);
    });

    it('does not call the time to which it was moved back the old one', async () => {
      const { path, appointmentId } = await invited();
      for (const startAt of [world.inHours(72), world.inHours(48)]) {
        const moved = { as: 'branch', params: { id: appointmentId }, body: { startAt } } as const;
        expect((await world.server.call(putAppointmentTime, moved)).status).toBe(200);
      }
      expect((await world.get(path)).body).toContain('<h1>You are invited to an interview</h1>');
    });

    it('shows that it has expired, and takes no answer', async () => {
      const { path, appointmentId } = await invited();
      await world.later(DAY_HOURS, async () => {
        expect((await world.get(path)).body).toContain('The invitation has expired');
        expect((await attend(path, { answer: 'accept' })).status).toBe(409);
      });
      expect((await world.appointmentOf(appointmentId)).status).toBe('WAITING');
    });
  });

  describe('an accepted appointment', () => {
    it('takes and changes answers until an hour after its end', async () => {
      const { path, appointmentId } = await agreed();
      const forms = (await world.get(path)).body
        .split('<form')
        .filter((form) => /answer" value="(?!other_time)/.test(form));
      expect(forms.map((form) => form.includes('name="start"'))).toEqual(forms.map(() => true));
      expect(doneOf(await attend(path, { answer: 'coming' }))).toEqual([303, 'coming']);
      expect((await world.get(path)).body).not.toContain('value="coming"');
      expect(doneOf(await attend(path, { answer: 'late', minutes: '20' }))).toEqual([303, 'late']);
      expect(await world.appointmentOf(appointmentId)).toMatchObject({ attendance: 'late', minutes: 20 });
      expect((await world.get(path)).body).toContain('Your answer: 20 minutes late');
      await world.later(49.5, async () => {
        const { body } = await world.get(path);
        expect(body).toContain('The interview is over');
        expect(body).toContain('<h2 id="answers">If something changes</h2>');
        for (const text of ['value="cannot"', 'value="coming"', 'name="minutes"']) expect(body).not.toContain(text);
        expect(body).toContain('value="other_time"');
        expect(doneOf(await attend(path, { answer: 'coming' }))).toEqual([303, 'coming']);
      });
      await world.later(50, async () => {
        expect((await world.get(path)).body).not.toContain('name="answer"');
        expect((await attend(path, { answer: 'coming' })).status).toBe(409);
      });
    });

    it('asks for nothing but a change until a reminder asks or the interview is two hours away', async () => {
      const { path } = await agreed();
      const ASKS = ['<h2 id="answers">Are you coming?</h2>', '<button class="main" name="answer" value="coming">'];
      const expectAsked = async (isAsked: boolean) => {
        const { body } = await world.get(path);
        expect(ASKS.map((text) => body.includes(text))).toEqual([isAsked, isAsked]);
        expect(body.includes('If something changes')).toBe(!isAsked);
        for (const text of ['value="cannot"', 'name="minutes"', 'value="other_time"']) expect(body).toContain(text);
      };
      await expectAsked(false);
      await world.later(45, () => expectAsked(false));
      await world.later(46, () => expectAsked(true));
      await world.later(25, async () => void (await sendReminders(world.server.deps)));
      await expectAsked(true);
      await attend(path, { answer: 'late', minutes: '10' });
      expect((await world.get(path)).body).toContain('<button name="answer" value="coming">');
    });

    it('is canceled by the worker who cannot come', async () => {
      const { path, appointmentId } = await agreed();
      expect(doneOf(await attend(path, { answer: 'cannot' }))).toEqual([303, 'cannot']);
      expect(await world.appointmentOf(appointmentId)).toMatchObject({
        status: 'APPLICANT_CANCELLED',
        attendance: 'cannot',
      });
      expect((await world.get(path)).body).toContain('You said that you cannot come');
    });

    it('asks nothing and cannot be canceled once the employer recorded that the worker came', async () => {
      const { path, appointmentId, jobId, applicationId: id } = await agreed();
      expect((await world.get(path)).body).toContain('value="cannot"');
      const body = {
        ...YES,
        isAppointmentPositive: null,
        isOfferSentToApplicant: null,
        isApplicantAcceptTheOffer: null,
      };
      await world.server.call(putFeedback, { as: 'branch', params: { jobId, id }, body });
      const { body: page } = await world.get(path);
      for (const text of ['id="answers"', 'name="answer"', 'name="minutes"']) expect(page).not.toContain(text);
      expect((await attend(path, { answer: 'cannot' })).status).toBe(409);
      expect((await world.appointmentOf(appointmentId)).status).toBe('ACTIVE');
    });

    it('shows the change when the employer was first', async () => {
      const { path, appointmentId } = await agreed();
      const body = { status: 'cancelled' };
      await world.server.call(putAppointmentStatus, { as: 'branch', params: { id: appointmentId }, body });
      const reply = await attend(path, { answer: 'coming' });
      expect([reply.status, reply.body.includes('Something has changed')]).toEqual([409, true]);
      expect(reply.body).toContain('The interview is canceled');
    });

    it('is a file for calendars without the link', async () => {
      const { path } = await agreed();
      const { status, body, headers } = await world.get(`${path}/appointment.ics`);
      expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(body).toMatch(/^BEGIN:VCALENDAR\r\n/);
      expect(body).toContain('STATUS:CONFIRMED');
      expect(body).not.toContain(path.slice(3));
    });
  });

  describe('a reply', () => {
    const NONCE = 'a-nonce-of-the-form';

    it('reaches the employer once, however often the form is sent', async () => {
      const { path, ...applicant } = await invited();
      const before = await world.textsOf(applicant);
      const form = { text: ' Otobüs gecikti,\r\ngeliyorum ', nonce: NONCE };
      const replies = await Promise.all([1, 2].map(() => world.post(`${path}/message`, form)));
      expect(replies.map(doneOf)).toEqual([1, 2].map(() => [303, 'message']));
      expect(await world.textsOf(applicant)).toEqual([...before, 'Otobüs gecikti,\ngeliyorum']);
      expect((await world.get(path)).body).toContain('Otobüs gecikti,\ngeliyorum');
    });

    it('is not offered where the employer blocked the conversation', async () => {
      const { path, workerId, companyId } = await invited();
      const { rows } = await sql<{ id: number }>`
        select id from threads where worker_id = ${workerId} and user_id = ${companyId}`.execute(world.server.db);
      await world.server.call(blockByThread, { as: 'branch', params: { threadId: rows[0]!.id } });
      const { body } = await world.get(path);
      expect(body).toContain('You cannot reply in this conversation.');
      expect(body).not.toContain('<textarea');
      expect((await world.post(`${path}/message`, { text: 'x' })).status).toBe(409);
    });

    it('shows twenty messages at most, fewer when they are long', async () => {
      const { path, workerId, companyId } = await invited();
      await sql`
        insert into messages (thread_id, number, sender, type, body, payload, created_at)
        select t.id, t.last_number + n, 'employer', 'text', 'message ' || n, '{}', ${world.server.clock.now()}::timestamptz
        from threads t, generate_series(1, 30) n where t.worker_id = ${workerId} and t.user_id = ${companyId}`.execute(
        world.server.db,
      );
      const { body } = await world.get(path);
      expect(body.match(/<li[ >]/g)).toHaveLength(20);
      expect(body).toContain('message 30');
      expect(body).not.toContain('message 10<');
      await sql`
        update messages set body = repeat('ş', 2000) where type = 'text' and thread_id = (
          select id from threads where worker_id = ${workerId} and user_id = ${companyId})`.execute(world.server.db);
      expect(Buffer.byteLength((await world.get(path)).body)).toBeLessThan(20_000);
    });
  });

  it('a link beside a higher one has its text in the middle, as a button has', async () => {
    const { path } = await invited();
    const { body } = await world.get(path);
    expect(body.match(/<a class="button"/g)).toHaveLength(2);
    expect(body).toContain('.button{display:grid;place-items:center}');
  });

  describe('bad input', () => {
    it.each<[string, Record<string, string>, string, string]>([
      ['attendance', {}, 'Are you coming?: Please choose an answer.', 'answers'],
      ['attendance', { answer: 'maybe' }, 'Are you coming?: Please choose an answer.', 'answers'],
      ['attendance', { answer: 'late' }, 'I will be late: Please choose 10, 20 or 30 minutes.', 'answers'],
      ['attendance', { answer: 'late', minutes: '15' }, 'Please choose 10, 20 or 30 minutes.', 'answers'],
      ['attendance', { answer: 'other_time', text: 'x'.repeat(501) }, 'your text has 501', 'attendance-text'],
      ['message', { text: ' \n ' }, 'Your message: Please write something.', 'message-text'],
      ['message', { text: '\u200b\u2060' }, 'Your message: Please write something.', 'message-text'],
      ['message', { text: 'y'.repeat(501) }, 'You can write at most 500 characters', 'message-text'],
      ['message', { text: 'a\u0000b' }, 'This text cannot be sent.', 'message-text'],
      ['withdraw', {}, 'Withdraw my application: Please confirm.', 'withdraw'],
      ['first-day', { confirm: 'no' }, 'Your first day at work: Please confirm.', 'first-day'],
      ['data', { digits: '12' }, 'These are not the last four digits', 'data-digits'],
    ])('in %s %j is reported at its field', async (action, form, text, id) => {
      const { path, ...applicant } = await agreed();
      const before = await world.textsOf(applicant);
      const { status, body } = await world.post(`${path}/${action}`, form);
      expect([status, body.includes(text), body.includes(`href="#${id}"`)]).toEqual([400, true, true]);
      if (form.text && form.text.length > 500) expect(body).toContain(`>${form.text}</textarea>`);
      expect(await world.textsOf(applicant)).toEqual(before);
    });

    it.each([
      ['en', 'Wrong digits', 'Check them and type them again', 'Not sent'],
      ['tr', 'Rakamlar yanlış', 'Kontrol edip yeniden yazın', 'Gönderilemedi'],
      ['es', 'Cifras incorrectas', 'escríbalas de nuevo', 'No se ha enviado'],
    ])('wrong digits say in %s what was wrong and what to do', async (language, title, step, other) => {
      const { path } = await agreed();
      const { headers } = await world.send('POST', `${path}/data?lang=${language}`, { payload: 'digits=12' });
      const { body } = await world.get(String(headers.location));
      expect(body).toContain(`<title>${title}: `);
      expect(body).toContain(`<h2>${title}</h2>`);
      expect(body).toContain(step);
      expect(body).not.toContain(other);
    });

    it('redirects to the page, so that Back and a reload only read', async () => {
      const { path } = await agreed();
      const forms: [string, Record<string, string>, string][] = [
        ['attendance', {}, 'Please choose an answer.'],
        ['message', { text: ' ' }, 'Please write something.'],
        ['data', { digits: '12' }, 'These are not the last four digits'],
      ];
      for (const [action, form, text] of forms) {
        const payload = new URLSearchParams(form).toString();
        const sent = await world.send('POST', `${path}/${action}?lang=en`, { payload });
        expect([action, sent.status]).toEqual([action, 303]);
        for (const look of ['Back', 'a reload']) {
          const shown = await world.get(String(sent.headers.location));
          expect([action, look, shown.status, shown.body.includes(text)]).toEqual([action, look, 400, true]);
        }
      }
      // Addresses to which no form redirects.
      for (const refused of ['x', 'message', 'message.text.nothing', 'nothing.text.required', '"><b>.text.invalid']) {
        const { status, body } = await world.get(`${path}?lang=en&refused=${encodeURIComponent(refused)}`);
        expect([refused, status, body.includes('role="alert"')]).toEqual([refused, 200, false]);
      }
    });

    it('such as another form, another type or a too long body gets a page', async () => {
      const { path } = await invited();
      expect((await world.post(`${path}/nothing`)).status).toBe(404);
      const json = { 'content-type': 'application/json' };
      const typed = await world.server.app.inject({
        method: 'POST',
        url: `${path}/message`,
        headers: json,
        body: '{}',
      });
      const large = await world.post(`${path}/message`, { text: 'x'.repeat(9_000) });
      for (const { status, body } of [{ status: typed.statusCode, body: typed.body }, large])
        expect([status, body.startsWith('<!doctype html>')]).toEqual([status === 415 ? 415 : 413, true]);
    });

    it.each([
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ origin: 'https://other.example' }, 403],
      [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
      [{ origin: 'null' }, 303],
    ])('from another page is refused: %j', async (headers, status) => {
      const { path } = await invited();
      expect((await world.post(`${path}/attendance`, { answer: 'accept' }, { headers })).status).toBe(status);
    });
  });

  describe('the end of an application', () => {
    const status = async (path: string) => (await world.get(path)).status;

    it('is withdrawn before the invitation is answered, which is then no refusal', async () => {
      const { path } = await invited();
      await world.post(`${path}/withdraw`, { confirm: 'yes' });
      const { body } = await world.get(path);
      expect(body).toMatch(/<li class="quiet">You withdrew your application/);
      expect(body).not.toContain('turned the invitation down');
    });

    it('is withdrawn with its interview, and the link lives 30 days', async () => {
      const { path, appointmentId, applicationId } = await agreed();
      expect(doneOf(await world.post(`${path}/withdraw`, { confirm: 'yes' }))).toEqual([303, 'withdrawn']);
      expect(doneOf(await world.post(`${path}/withdraw`, { confirm: 'yes' }))).toEqual([303, 'withdrawn']);
      expect((await world.appointmentOf(appointmentId)).status).toBe('APPLICANT_CANCELLED');
      const { rows } = await sql<{ status: string }>`
        select status from applications where id = ${applicationId}`.execute(world.server.db);
      expect(rows[0]).toEqual({ status: 'rejected' });
      const { body } = await world.get(path);
      expect(body).toContain('You withdrew your application');
      expect(body).not.toContain('/withdraw');
      await world.later(30 * DAY_HOURS - 1, async () => expect(await status(path)).toBe(200));
      await world.later(30 * DAY_HOURS, async () => expect(await status(path)).toBe(404));
    });

    it('is hidden until the notice is sent', async () => {
      const applicant = await world.nextApplicant();
      await sql`update workers set language_code = 'en' where id = ${applicant.workerId}`.execute(world.server.db);
      const path = await world.pathOf(applicant);
      const params = { id: applicant.applicationId };
      expect((await world.server.call(putDecline, { as: 'branch', params, body: {} })).status).toBe(200);
      expect((await world.get(path)).body).toContain('<h1>You applied</h1>');
      await world.later(3, async () => {
        await notifyDue(world.server.deps, { log });
        const { body } = await world.get(path);
        expect(body).toContain('<h1>Not this time</h1>');
        expect(body).not.toContain('/withdraw');
        expect((await world.post(`${path}/withdraw`, { confirm: 'yes' })).status).toBe(409);
      });
      await world.later(3 + 30 * DAY_HOURS, async () => expect(await status(path)).toBe(404));
    });

    it('counts from the decision for an applicant who is never told', async () => {
      const applicant = await world.nextApplicant();
      const path = await world.pathOf(applicant);
      const body = { reason: 'spam', tell: 'never' };
      const params = { id: applicant.applicationId };
      expect((await world.server.call(putDecline, { as: 'branch', params, body })).status).toBe(200);
      await world.later(30 * DAY_HOURS - 1, async () => expect(await status(path)).toBe(200));
      await world.later(30 * DAY_HOURS, async () => expect(await status(path)).toBe(404));
    });

    it('shows the first day, which the worker confirms once', async () => {
      const { path, applicationId: id } = await hired();
      const body = { startsAt: '2026-03-16 09:00:00', place: 'Moda', askFor: 'Elif', bring: 'Kimlik' };
      expect((await world.server.call(putFirstDay, { as: 'branch', params: { id }, body })).status).toBe(200);
      const { body: page } = await world.get(path);
      for (const text of ['Your first day at work', 'Monday 16 March', '09:00', 'Moda', 'Elif', 'Kimlik'])
        expect(page).toContain(text);
      for (const text of ['The interview went well', 'You have a job offer', 'Job offer accepted'])
        expect(page).toContain(text);
      const confirm = () => world.post(`${path}/first-day`, { confirm: 'yes' });
      expect([doneOf(await confirm()), doneOf(await confirm())]).toEqual([1, 2].map(() => [303, 'confirmed']));
      expect((await world.get(path)).body).toContain('You confirmed that you will be there.');
    });

    it.each([{ startsAt: '2026-03-17 09:00:00' }, { place: 'Kadıköy' }])(
      'takes no confirmation of a first day before %j',
      async (change) => {
        const { path, applicationId: id } = await hired();
        const body = { startsAt: '2026-03-16 09:00:00', place: 'Moda' };
        const put = (plan: object) => world.server.call(putFirstDay, { as: 'branch', params: { id }, body: plan });
        expect((await put(body)).status).toBe(200);
        const meetingOf = (page: string) => /name="meeting" value="([\w-]+)"/.exec(page)?.[1] ?? 'none';
        const confirm = (meeting: string) => world.post(`${path}/first-day`, { confirm: 'yes', meeting });
        const old = meetingOf((await world.get(path)).body);
        expect(doneOf(await confirm(old))).toEqual([303, 'confirmed']);
        expect((await put({ ...body, ...change, bring: 'Kimlik' })).status).toBe(200);
        const late = await confirm(old);
        expect([late.status, late.body.includes('Something has changed')]).toEqual([409, true]);
        expect(late.body).toContain('I will be there');
        const { body: page } = await world.get(`${path}?done=confirmed`);
        expect(page).not.toContain('You confirmed');
        expect(doneOf(await confirm(meetingOf(page)))).toEqual([303, 'confirmed']);
        // What to bring does not change the meeting.
        expect((await put({ ...body, ...change, bring: 'Önlük' })).status).toBe(200);
        expect((await world.get(`${path}?done=confirmed`)).body).toContain('You confirmed your first day.');
      },
    );
  });

  describe('previews', () => {
    const TABLES = [
      'worker_links',
      'applications',
      'application_facts',
      'appointments',
      'appointment_status_log',
      'threads',
      'messages',
      'reminders',
      'hires',
      'audit_log',
      'worker_events',
      'outgoing_messages',
    ];
    const rows = async () => {
      const digests = TABLES.map(
        (table) =>
          sql`select ${table} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${sql.table(table)} t`,
      );
      return (await sql`${sql.join(digests, sql` union all `)} order by name`.execute(world.server.db)).rows;
    };

    it('change nothing; only the first accepted form marks the link as used', async () => {
      const { path, applicationId } = await agreed();
      // Otherwise the events of the invitation could be numbered during the previews.
      await sendEvents(world.server.db);
      const before = await rows();
      for (const address of [path, `${path}?done=accepted&lang=es`, `${path}/appointment.ics`, `${path}/withdraw`]) {
        expect((await world.get(address)).status).toBeLessThan(400);
        expect((await world.head(address)).status).toBeLessThan(400);
      }
      expect(await rows()).toEqual(before);
      const usedAt = async () => {
        const used = await sql<{ at: Date | null }>`
          select used_at as at from worker_links where application_id = ${applicationId}`.execute(world.server.db);
        return used.rows[0]!.at;
      };
      expect((await attend(path, { answer: 'nothing' })).status).toBe(400);
      expect((await world.post(`${path}/data`, { digits: 'x' })).status).toBe(400);
      expect(await usedAt()).toBeNull();
      await attend(path, { answer: 'coming' });
      expect(await usedAt()).toEqual(world.server.clock.now());
    });
  });

  describe('a dead link', () => {
    const headers = { 'accept-language': 'tr' };

    it('gets one page, whatever is wrong with it', async () => {
      const { path, applicationId } = await invited();
      const revoked = await invited();
      const foreign = await invited();
      const { db } = world.server;
      await sql`update worker_links set revoked_at = now() where application_id = ${revoked.applicationId}`.execute(db);
      await sql`
        update worker_links set organisation_id = (
          select organisation_id from users where email = 'other@demo.test') where application_id = ${foreign.applicationId}`.execute(
        db,
      );
      const altered = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BA' : 'AA'}`;
      const paths = [revoked.path, foreign.path, path.slice(0, -1), altered, `/w/${'A'.repeat(30)}`];
      const replies = await Promise.all(
        [...paths, '/w/x', '/w/%00', `/w/${'x'.repeat(5_000)}`].map((one) => world.get(one, { headers })),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
      expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
      expect(replies[0]!.body).toContain('<h1>Bu sayfa yok</h1>');
      const posts = await Promise.all(
        paths.map((one) => world.post(`${one}/attendance`, { answer: 'accept' }, { headers })),
      );
      expect(new Set(posts.map(({ status, body }) => `${status} ${body}`))).toEqual(
        new Set([`404 ${replies[0]!.body}`]),
      );
      expect((await world.get(`${path}x/appointment.ics`, { headers })).body).toBe(replies[0]!.body);
      const { settings } = world.server.deps;
      const { workerLinks } = settings;
      settings.workerLinks = 'off';
      const off = await world.get(path, { headers });
      settings.workerLinks = workerLinks;
      expect([off.status, off.body]).toEqual([404, replies[0]!.body]);
      expect((await world.get(path)).status).toBe(200);
      expect(applicationId).toBeGreaterThan(0);
    });

    it('can be tried 60 times a minute by one network, while live links still open', async () => {
      const { path } = await invited();
      const from = '203.0.113.77';
      const statuses: number[] = [];
      for (let at = 0; at < 61; at += 1) statuses.push((await world.get(`/w/${'B'.repeat(30)}`, { from })).status);
      expect([statuses.filter((one) => one === 404).length, statuses.at(-1)]).toEqual([60, 429]);
      expect((await world.get(path, { from })).status).toBe(200);
    });
  });

  it('answers 60 requests a minute of one link', async () => {
    const { path } = await invited();
    const replies = await Promise.all(Array.from({ length: 61 }, () => world.get(path)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]!.body).toContain('<h1>Too many requests</h1>');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('shows texts as they are, never as markup', async () => {
    const NASTY = `"><img src=x onerror=alert(1)>'</textarea></title></style><script>alert(1)</script>`;
    const applicant = await hired();
    const { path, applicationId: id, workerId, companyId, jobId, appointmentId } = applicant;
    const { db } = world.server;
    await sql`update workers set first_name = ${NASTY} where id = ${workerId}`.execute(db);
    const before = await sql<{ name: string; title: string }>`
      select u.company_name as name, j.title from users u, jobs j where u.id = ${companyId} and j.id = ${jobId}`.execute(
      db,
    );
    await sql`update users set company_name = ${NASTY} where id = ${companyId}`.execute(db);
    await sql`update jobs set title = ${NASTY} where id = ${jobId}`.execute(db);
    await sql`update appointments set address = ${NASTY} where id = ${appointmentId}`.execute(db);
    const body = { startsAt: '2026-03-16 09:00:00', place: NASTY, askFor: NASTY.slice(0, 90), bring: NASTY };
    await world.server.call(putFirstDay, { as: 'branch', params: { id }, body });
    await world.post(`${path}/message`, { text: `${NASTY} https://example.com` });
    await sql`
      update messages set payload = ${JSON.stringify({ jobTitle: NASTY, startAt: NASTY, changed_status: NASTY })}::jsonb
      where type <> 'text' and thread_id = (
        select id from threads where worker_id = ${workerId} and user_id = ${companyId})`.execute(db);
    for (const state of ['OFFER_ACCEPTED', 'ACTIVE']) {
      await sql`update appointments set status = ${state} where id = ${appointmentId}`.execute(db);
      await sql`
        update applications set status = ${state === 'ACTIVE' ? 'in_progress' : 'accepted'} where id = ${id}`.execute(
        db,
      );
      const pages = [
        await world.get(`${path}?done=${encodeURIComponent(NASTY)}&lang=${encodeURIComponent(NASTY)}`),
        await world.post(`${path}/message`, { text: NASTY.repeat(10), nonce: NASTY }),
        await world.post(`${path}/data`, { digits: NASTY }),
      ];
      for (const { body: page } of pages) {
        expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
        expect(page).not.toMatch(/<img|<script|example\.com"/);
        expect(page.match(/<\/style>|<\/title>/g)).toHaveLength(2);
      }
    }
    await sql`update users set company_name = ${before.rows[0]!.name} where id = ${companyId}`.execute(db);
    await sql`update jobs set title = ${before.rows[0]!.title} where id = ${jobId}`.execute(db);
  });

  it('gives the data to someone who knows the phone number, with five tries a day', async () => {
    const { path, workerId } = await agreed();
    const phone = '5321234567';
    await sql`update workers set phone = ${phone}, identity_number = '12345678901' where id = ${workerId}`.execute(
      world.server.db,
    );
    expect((await world.get(path)).body).not.toContain(phone);
    // As a Persian phone types them, with an invisible character.
    const { status, headers, body } = await world.post(`${path}/data`, { digits: '\u200e۴۵۶۷' });
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('my-data.json')]);
    const data = JSON.parse(body);
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining(['profile', 'application', 'appointments', 'messages', 'firstDay']),
    );
    expect(data.profile).toMatchObject({ identityNumber: '*********01', phone: expect.stringContaining('532') });
    expect(data.appointments).toMatchObject([{ status: 'ACTIVE', address: 'Bağdat Caddesi 1' }]);
    expect(data.messages.length).toBeGreaterThan(0);
    const tries = [];
    for (let at = 0; at < 5; at += 1) tries.push((await world.post(`${path}/data`, { digits: '0000' })).status);
    expect(tries).toEqual([400, 400, 400, 400, 429]);
  });

  it('passes on requests for the data and their erasure, each once while it is open', async () => {
    const { path, workerId } = await agreed();
    const asked = async () => {
      const { rows } = await sql<{ kind: string; days: number }>`
        select kind, extract(day from due_at - created_at)::int as days from privacy_requests
        where worker_id = ${workerId} order by id`.execute(world.server.db);
      return rows;
    };
    const ask = async (kind: string) => {
      const { status, headers } = await world.post(`${path}/privacy`, { confirm: 'yes', kind });
      return [status, /done=(\w+)/.exec(String(headers.location))?.[1]];
    };
    expect((await world.post(`${path}/privacy`, { kind: 'erase' })).status).toBe(400);
    await world.get(path);
    await world.get(`${path}/privacy`);
    expect(await asked()).toEqual([]);
    expect(await ask('erase')).toEqual([303, 'askedErase']);
    expect(await ask('erase')).toEqual([303, 'askedErase']);
    expect(await ask('data')).toEqual([303, 'askedData']);
    expect(await asked()).toEqual([
      { kind: 'erase', days: 30 },
      { kind: 'data', days: 30 },
    ]);
    for (const language of ['tr', 'en', 'es'])
      expect((await world.get(`${path}?lang=${language}&done=askedErase`)).body).toContain('30');
    const statuses = [];
    for (let at = 0; at < 8; at += 1) statuses.push((await ask('data'))[0]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('notifies the employer’s open dashboards at once', async () => {
    const { path, applicationId } = await agreed();
    const origin = await world.server.app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await readEvents(origin, await world.server.tokenOf('branch'));
    try {
      await reader.next(({ type }) => type === 'ready');
      await attend(path, { answer: 'late', minutes: '10' });
      const event = await reader.next(({ type }) => type === 'applications');
      expect(event).toMatchObject({ ids: [applicationId], reason: 'attendance' });
      await world.post(`${path}/message`, { text: 'Geliyorum' });
      await reader.next((one) => one.type === 'message' && one.sender === 'worker');
    } finally {
      reader.stop();
    }
  });

  it('opens only its own application', async () => {
    const one = await agreed();
    const other = await agreed();
    const { body } = await world.get(one.path);
    expect(body).not.toContain(other.path);
    await attend(one.path, { answer: 'cannot' });
    expect((await world.appointmentOf(other.appointmentId)).status).toBe('ACTIVE');
    const again = { as: 'branch' as const, body: world.invitation(one, { startAt: world.inHours(72) }) };
    expect((await world.server.call(postAppointment, again)).status).toBe(200);
    expect((await world.get(one.path)).body).toContain('You are invited to an interview');
  });

  it('is in no row of the store and no line of the log once its text messages have left', async () => {
    const { db, deps, app } = world.server;
    // A run sends at most 50 messages, oldest first, so those of earlier tests must be gone.
    await sql`delete from outgoing_messages`.execute(db);
    const applicant = await world.nextApplicant();
    const { workerId } = applicant;
    await sql`update workers set phone = '5559998877', country_code = 'TR' where id = ${workerId}`.execute(db);
    const appointmentId = await world.invite(applicant);
    await sql`delete from reminders where appointment_id <> ${appointmentId} or appointment_id is null`.execute(db);
    const texts: string[] = [];
    const senders = {
      sms: async ({ text }: { text: string }) => void texts.push(text),
      mail: async () => undefined,
      push: async () => undefined,
      keptChannels: new Set<never>(),
      close: async () => undefined,
    };
    const deliver = () => deliverDue({ ...deps, senders, log: app.log }, 'sms');
    await deliver();
    await world.answer(appointmentId, applicant, 'active');
    await world.later(25, async () => {
      expect(await sendReminders(deps, { log: app.log })).toBe(1);
      await deliver();
    });
    const path = await world.pathOf(applicant);
    expect(texts.filter((text) => text.includes(path))).toHaveLength(2);
    const events = await world.server.call(gatewayEvents, { as: 'gateway', query: { limit: 500 } });
    const linked = events.body.payload.filter(({ data }: GatewayEvent) => String(data.link).endsWith(path));
    expect(linked.map(({ type }: GatewayEvent) => type)).toEqual(['appointment', 'message']);

    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
    const token = path.slice(3);
    const found = tables.map(
      ({ name }) => sql`select ${name} as name from ${sql.table(name)} t where position(${token} in t::text) > 0`,
    );
    expect((await sql`${sql.join(found, sql` union all `)}`.execute(db)).rows).toEqual([]);
    expect(world.logged.join('')).not.toContain(token);
  });

  it('leaves no token in logs and metrics', async () => {
    const { path, workerId, applicationId: id } = await agreed();
    const broken = jest.spyOn(world.server.deps.limiter, 'take').mockRejectedValueOnce(new Error('the store broke'));
    expect((await world.get(path)).status).toBe(500);
    broken.mockRestore();
    await attend(path, { answer: 'nothing' });
    await world.post(`${path}x/message`, { text: 'x' });
    await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    const log = world.logged.join('');
    expect(log).toContain('"route":"/w/:token"');
    expect(log).toContain('the store broke');
    expect(log).not.toMatch(/\/w\/[^:"]/);
    const { rows } = await sql<{ id: number }>`select id from worker_links`.execute(world.server.db);
    expect(rows.length).toBeGreaterThan(20);
    expect(log).not.toContain(path.slice(3));
    const metrics = (await world.server.app.inject('/metrics')).body;
    expect(metrics).toContain('route="/w/:token"');
    expect(metrics).not.toContain(path.slice(3));
  });
});
