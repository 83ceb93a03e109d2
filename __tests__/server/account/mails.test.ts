import { readFileSync } from 'node:fs';
import { LANGUAGES } from '../../../contract/constants/options';
import { codeText, mailOf, type MailName } from '../../../server/modules/account/mails';

const NAMES: readonly MailName[] = ['invitation', 'reset', 'passwordChanged', 'emailChanged'];
const link = 'https://panel.example/dashboard/reset-password/abc';
const values = { name: 'Ada', organisation: 'Mavi', days: '7', hours: '1', email: 'new@example.com' };

type Node = string | Node[] | { [key: string]: Node };

/** Keys and placeholders of a text, as paths. */
const shapeOf = (node: Node, path = ''): string[] => {
  if (typeof node === 'string')
    return (node.match(/\{\w+\}/g) ?? [])
      .sort()
      .map((name) => `${path} ${name}`)
      .concat(path);
  return Object.entries(node).flatMap(([key, inner]) => shapeOf(inner as Node, `${path}/${key}`));
};

describe('texts of mails and messages', () => {
  const texts = JSON.parse(readFileSync('server/texts/messages.json', 'utf8')) as Record<'sms' | 'mail', Node>;
  const all = Object.entries({ ...(texts.sms as object), ...(texts.mail as object) }) as [
    string,
    Record<string, Node>,
  ][];

  it.each(all)('%s has the same parts and placeholders in every language', (_name, byLanguage) => {
    expect(Object.keys(byLanguage).sort()).toEqual([...LANGUAGES].sort());
    const [first, ...others] = LANGUAGES.map((language) => shapeOf(byLanguage[language]!));
    for (const other of others) expect(other).toEqual(first);
  });

  const every = NAMES.flatMap((name) => LANGUAGES.map((language) => [name, language] as const));
  it.each(every)('%s in %s is filled in, as text and as HTML', (name, language) => {
    const mail = mailOf(name, { to: 'ada@example.com', language, link, values });
    expect(mail.subject).not.toBe('');
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).toContain(`href="${link}"`);
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
  });

  it('nothing that a person typed becomes markup, a header or a placeholder', () => {
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

  it('nobody writes paragraphs of their own into a mail', () => {
    const typed = { ...values, name: 'Ada\r\n\r\nYour account is closed.\u2028Go to evil.example' };
    const { text, html } = mailOf('emailChanged', { to: 'a@b.co', language: 'en', link, values: typed });
    for (const part of [text, html]) expect(part).toContain('Ada Your account is closed. Go to evil.example');
  });

  it('an account without one of our languages reads English', () => {
    const options = { to: 'a@b.co', link, values };
    const foreign = mailOf('reset', { ...options, language: 'xx' as 'en' });
    expect(foreign.subject).toBe(mailOf('reset', { ...options, language: 'en' }).subject);
  });

  it.each(LANGUAGES)('a code in %s fits into one message', (language) => {
    const text = codeText('0042', language);
    expect(text).toContain('0042');
    // Letters outside the GSM alphabet: 70 characters then.
    expect(text.length).toBeLessThanOrEqual(70);
  });
});
