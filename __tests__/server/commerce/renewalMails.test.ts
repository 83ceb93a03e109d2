import { sql } from 'kysely';
import { DAY } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { renewDue } from '../../../server/modules/payment';
import { announceTerms, remindOfRenewals } from '../../../server/modules/product';
import { subscriber } from '../../support/subscriber';
import { testServer, type TestServer } from '../../support/testServer';

/** Late evening in London, past midnight in Istanbul. */
const START = new Date('2026-11-21T22:30:00.000Z');

/** Texts of a subscription's mails by language: start, reminder, renewal, cancellation. */
const TEXTS = {
  tr: [
    [
      'Haftalık Plan aboneliğiniz başladı',
      'İlk dönem için ₺349 ödediniz.',
      '1 ilan kredisi eklendi',
      '29 Kasım 2026 tarihinde ₺349',
    ],
    ['Haftalık Plan aboneliğiniz 29 Kasım 2026 tarihinde yenilenecek', 'Kartınızdan ₺349 çekilecek'],
    ['Haftalık Plan aboneliğiniz yenilendi', 'kartınızdan ₺349 çekildi', '6 Aralık 2026 tarihinde, ₺349'],
    ['Haftalık Plan aboneliğiniz iptal edildi', '6 Aralık 2026 tarihine kadar'],
  ],
  en: [
    [
      'Your Weekly plan subscription has started',
      'You paid ₺349',
      '1 job credit has been added',
      'It renews on 29 November 2026 for ₺349',
    ],
    [
      'Your Weekly plan subscription renews on 29 November 2026',
      'We’ll charge ₺349 to your card and add 1 job credit to',
    ],
    [
      'Your Weekly plan subscription has been renewed',
      'We charged ₺349',
      'It renews next on 6 December 2026 for ₺349.',
    ],
    ['Your Weekly plan subscription is canceled', 'You can use it until 6 December 2026.'],
  ],
  es: [
    [
      'Su suscripción Plan semanal ha comenzado',
      'Ha pagado 349 ₺',
      'Se ha añadido 1 crédito de empleo',
      'Se renovará el 29 de noviembre de 2026 por 349 ₺',
    ],
    ['Su suscripción Plan semanal se renueva el 29 de noviembre de 2026', 'Cobraremos 349 ₺'],
    [
      'Su suscripción Plan semanal se ha renovado',
      'Hemos cobrado 349 ₺',
      'Se renovará de nuevo el 6 de diciembre de 2026 por 349 ₺.',
    ],
    ['Su suscripción Plan semanal se ha cancelado', 'Puede usarla hasta el 6 de diciembre de 2026.'],
  ],
} as const;

describe('mails of a subscription', () => {
  let server: TestServer;
  let company: ReturnType<typeof subscriber>;
  beforeEach(async () => {
    server = await testServer();
    await sql`update subscriptions set status = 'ended', next_attempt_at = null`.execute(server.db);
    server.clock.set(START);
    company = subscriber(server, 'company');
  });
  afterEach(() => server.close());

  const at = (days: number, ms = 0) => server.clock.set(new Date(START.getTime() + days * DAY + ms));
  /** Runs the clock's tasks on two servers at once, twice. */
  const tick = async () => {
    for (const _ of [1, 2])
      await Promise.all(
        [1, 2].flatMap(() => [announceTerms(server.deps), remindOfRenewals(server.deps), renewDue(server.deps)]),
      );
  };
  const mails = async () =>
    (
      await sql<{ subject: string; text: string; html: string }>`
        select subject, body_text as text, body_html as html from outgoing_messages
        where channel = 'mail' and recipient = 'company@demo.test' order by id`.execute(server.db)
    ).rows;
  const speaks = (language: string) =>
    server.db.updateTable('users').set({ languageCode: language }).where('email', '=', 'company@demo.test').execute();

  it.each(['tr', 'en', 'es'] as const)('arrive once each, with amounts, credits and days, in %s', async (language) => {
    await speaks(language);
    await company.subscribe('weekly');
    for (let day = 0; day <= 8; day += 1) {
      at(day);
      await tick();
    }
    await company.cancel();
    await company.cancel();
    const subjects: string[] = TEXTS[language].map(([subject]) => subject);
    const own = (await mails()).filter(({ subject }) => subjects.includes(subject));
    expect(own.map(({ subject }) => subject)).toEqual(subjects);
    for (const [index, parts] of TEXTS[language].entries())
      for (const part of parts.slice(1)) expect(own[index]!.text.replace(/[\u00a0\u202f]/g, ' ')).toContain(part);
    expect(own.map(({ text }) => /\/dashboard\/\S+/.exec(text)![0])).toEqual([
      '/dashboard/packages',
      '/dashboard/packages',
      '/dashboard/packages/statement',
      '/dashboard/packages',
    ]);
  });

  it('announce each renewal three days before it and not earlier', async () => {
    await speaks('en');
    await company.subscribe('weekly');
    const reminders = async () => (await mails()).filter(({ subject }) => subject.includes('renews on')).length;
    at(4, -1000);
    await tick();
    expect(await reminders()).toBe(0);
    at(4);
    await tick();
    expect(await reminders()).toBe(1);
    at(7);
    await tick();
    at(11);
    await tick();
    expect(await reminders()).toBe(2);
  });

  it('report a failed charge, and send no reminder before a retry', async () => {
    await speaks('en');
    await company.subscribe('weekly');
    await company.setCard(`sandbox-${ERROR_KEYS.cardFunds}`);
    const before = (await mails()).length;
    at(7);
    await tick();
    at(7, 60_000);
    await tick();
    const [failed, ...others] = (await mails()).slice(before);
    expect(others).toEqual([]);
    expect(failed!.subject).toBe('We couldn’t renew your Weekly plan subscription');
    expect(failed!.text).toContain('We couldn’t charge ₺349 to renew');
    expect(failed!.text).toContain('We’ll try again on 30 November 2026.');
  });

  it('skip deleted accounts and escape markup in names', async () => {
    await speaks('en');
    await server.db
      .updateTable('users')
      .set({ firstName: '<b>Ada</b>' })
      .where('email', '=', 'company@demo.test')
      .execute();
    await company.subscribe('weekly');
    const [begun] = await mails();
    expect(begun!.html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
    const before = (await mails()).length;
    await server.db.updateTable('users').set({ deletedAt: START }).where('email', '=', 'company@demo.test').execute();
    await server.db.updateTable('subscriptionPlans').set({ priceMinor: 50_000 }).execute();
    at(4);
    await tick();
    expect((await mails()).length).toBe(before);
    const { rows } = await sql<{ next: Date | null }>`
      select next_terms_from as next from subscriptions where status <> 'ended'`.execute(server.db);
    expect(rows).toEqual([{ next: null }]);
  });
});
