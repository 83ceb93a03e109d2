import { readFileSync } from 'node:fs';
import { LANGUAGES } from '../../../contract/constants/options';
import { codeText, mailOf, workerText, type MailName } from '../../../server/platform/outgoing/mails';

const WITH_LINK: readonly MailName[] = [
  'invitation',
  'reset',
  'passwordChanged',
  'emailChanged',
  'emailRestorable',
  'emailRestored',
  'sessionReused',
  'subscriptionBegun',
  'renewalSoon',
  'renewed',
  'renewalFailed',
  'renewalEnded',
  'subscriptionCancelled',
  'priceChange',
  'largeWorkbook',
  'dataRequest',
  'eraseRequest',
];
const WITHOUT: readonly MailName[] = ['workbook', 'cv'];
const link = 'https://panel.example/dashboard/reset-password/abc';
const values = {
  name: 'Ada',
  organisation: 'Mavi',
  days: 7,
  hours: 1,
  email: 'new@example.com',
  plan: 'Pro',
  date: '19 December 2026',
  price: '₺349',
  nextPrice: '₺349',
  before: '₺299',
  credits: 1,
  creditsBefore: 2,
  then: 'renews',
  until: 'paid',
  what: 'price',
  count: 3,
  applicant: 'Ece',
  job: 'Barista',
  device: 'Chrome, Windows',
};

type Node = string | Node[] | { [key: string]: Node };

/** Collects the keys and placeholders of a text as paths. */
const shapeOf = (node: Node, path = ''): string[] => {
  if (typeof node === 'string')
    return (node.match(/\{\w+\}/g) ?? [])
      .sort()
      .map((name) => `${path} ${name}`)
      .concat(path);
  return Object.entries(node).flatMap(([key, inner]) => shapeOf(inner as Node, `${path}/${key}`));
};

describe('texts of emails and text messages', () => {
  const texts = JSON.parse(readFileSync('server/texts/messages.json', 'utf8')) as Record<'sms' | 'mail', Node>;
  const all = Object.entries({ ...(texts.sms as object), ...(texts.mail as object) }) as [
    string,
    Record<string, Node>,
  ][];

  it.each(all)('has the same parts and placeholders of %s in every language', (_name, byLanguage) => {
    expect(Object.keys(byLanguage).sort()).toEqual([...LANGUAGES].sort());
    const [first, ...others] = LANGUAGES.map((language) => shapeOf(byLanguage[language]!));
    for (const other of others) expect(other).toEqual(first);
  });

  const inAll = (names: readonly MailName[]) =>
    names.flatMap((name) => LANGUAGES.map((language) => [name, language] as const));
  it.each(inAll(WITHOUT))('fills in %s in %s without a button', (name, language) => {
    const mail = mailOf(name, { to: 'ada@example.com', language, values });
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\w+|undefined|<a /);
  });

  it.each([
    ['tr', ['başvuru yok.', '1 başvuru.', '2 başvuru.', '12.345 başvuru.']],
    ['en', ['no applications.', '1 application.', '2 applications.', '12,345 applications.']],
    ['es', ['ninguna solicitud.', '1 solicitud.', '2 solicitudes.', '12.345 solicitudes.']],
  ] as const)('words the workbook mail for no, one, two and many applications in %s', (language, expected) => {
    const textOf = (count: number) => mailOf('workbook', { to: 'a@b.co', language, values: { ...values, count } }).text;
    for (const [at, count] of [0, 1, 2, 12_345].entries()) expect(textOf(count)).toContain(`: ${expected[at]}`);
  });

  it.each([
    ['tr', '1 saat', '48 saat'],
    ['en', '1 hour ', '48 hours'],
    ['es', '1 hora ', '48 horas'],
  ] as const)('words the lifetime of a link for one and many hours in %s', (language, one, many) => {
    const textOf = (hours: number) =>
      mailOf('reset', { to: 'a@b.co', language, link, values: { ...values, hours } }).text;
    expect(textOf(1)).toContain(one);
    expect(textOf(48)).toContain(many);
  });

  it.each(inAll(WITH_LINK))('fills in %s in %s as text and as HTML', (name, language) => {
    const mail = mailOf(name, { to: 'ada@example.com', language, link, values });
    expect(mail.subject).not.toBe('');
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).toContain(`href="${link}"`);
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\w+|undefined/);
  });

  it.each(inAll([...WITH_LINK, ...WITHOUT]))('keeps names in %s in %s from being translated', (name, language) => {
    const named = {
      ...values,
      name: 'Ada Ak',
      company: 'Mavi Fincan',
      organisation: 'Mavi Fincan',
      applicant: 'Eda Su',
    };
    const { html } = mailOf(name, { to: 'a@b.co', language, link, values: named });
    expect(html.replace(/<span translate="no" dir="auto">[^<]*<\/span>/g, '')).not.toMatch(/Ada Ak|Mavi Fincan|Eda Su/);
  });

  it('turns nothing that a person typed into markup, a header or a placeholder', () => {
    const typed = {
      ...values,
      name: `<b onclick="x()">Ada & Co's</b>`,
      organisation: 'Mavi\r\nBcc: all@example.com <script>alert(1)</script> {name} $& $1',
    };
    const { subject, text, html } = mailOf('invitation', { to: 'a@b.co', language: 'en', link, values: typed });
    expect(html).toContain('&lt;b onclick=&quot;x()&quot;&gt;Ada &amp; Co&#39;s&lt;/b&gt;');
    expect(html).toContain('{name} $&amp; $1');
    expect(html).not.toMatch(/<b |<script/);
    expect(text).toContain(typed.name);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('keeps typed line breaks from adding paragraphs to a mail', () => {
    const typed = { ...values, name: 'Ada\r\n\r\nYour account is closed.\u2028Go to evil.example' };
    const { text, html } = mailOf('emailChanged', { to: 'a@b.co', language: 'en', link, values: typed });
    for (const part of [text, html]) expect(part).toContain('Ada Your account is closed. Go to evil. example');
  });

  it.each([
    ['https://evil.example/pay?id=1', 'https: //evil. example/pay?id=1'],
    ['evil.example', 'evil. example'],
    ['www.evil.example', 'www. evil. example'],
    ['pay@evil.example', 'pay@evil. example'],
    ['evil。example', 'evil。 example'],
    ['evil.\u200Bexample', 'evil. example'],
    ['evil.şti', 'evil. şti'],
    ['\u202Eelpmaxe.live', 'elpmaxe. live'],
    ['Yıldız Tic.Ltd.Şti.', 'Yıldız Tic. Ltd. Şti.'],
    ['Kafe 3.5, A. Ş.', 'Kafe 3.5, A. Ş.'],
  ])('makes no link from a company’s or person’s name %j', (typed, shownName) => {
    const named = { ...values, name: typed, organisation: typed, applicant: typed, job: typed };
    const mails = [
      mailOf('invitation', { to: 'a@b.co', language: 'en', link, values: named }),
      mailOf('cv', { to: 'a@b.co', language: 'en', values: named }),
      mailOf('workbook', { to: 'a@b.co', language: 'en', values: named }),
    ];
    for (const { text, html } of mails) for (const part of [text, html]) expect(part).toContain(shownName);
    expect(mails[0]!.subject).toContain(shownName);
    if (typed !== shownName) expect(JSON.stringify(mails)).not.toContain(typed);
  });

  it('keeps the account’s own address readable', () => {
    const { text } = mailOf('emailChanged', { to: 'a@b.co', language: 'en', link, values });
    expect(text).toContain('new@example.com');
  });

  it('writes in English to an account whose language the product lacks', () => {
    const options = { to: 'a@b.co', link, values };
    const foreign = mailOf('reset', { ...options, language: 'xx' as 'en' });
    expect(foreign.subject).toBe(mailOf('reset', { ...options, language: 'en' }).subject);
  });

  it.each(LANGUAGES)('fits a code in %s into one text message', (language) => {
    const text = codeText('0042', language);
    expect(text).toContain('0042');
    // Letters outside the GSM alphabet limit a text message to 70 characters.
    expect(text.length).toBeLessThanOrEqual(70);
  });
});

it.each([
  ['filled', 'jobForm.close.tellsFilled'],
  ['closed', 'jobForm.close.tellsClosed'],
] as const)('the dialog that closes a job shows the text "%s" that applicants get', (name, id) => {
  for (const language of LANGUAGES) {
    const texts = JSON.parse(readFileSync(`i18n/${language}.json`, 'utf8')) as Record<string, string>;
    expect(texts[id]).toContain(workerText(name, language));
  }
});
