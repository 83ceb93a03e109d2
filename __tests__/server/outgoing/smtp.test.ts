import PostalMime from 'postal-mime';
import { PermanentFailure } from '../../../server/platform/ports/senders';
import { smtpSender } from '../../../server/adapters/senders';
import { smtpCounterpart, type SmtpCounterpart } from '../../support/counterparts/smtp';

const FROM = 'İşveren Paneli <no-reply@jobs.example>';
const MAIL = {
  channel: 'mail',
  to: 'gizem@magaza.example',
  subject: 'Parolanızı yenileyin: ığüşöç İ',
  text: 'Şifre için: ğ',
  html: '<p>ğ &lt;b&gt;</p>',
} as const;

describe('the SMTP adapter', () => {
  let server: SmtpCounterpart;
  let sender: ReturnType<typeof smtpSender>;
  beforeAll(async () => {
    server = await smtpCounterpart();
    sender = smtpSender({ url: `smtp://127.0.0.1:${server.port}`, from: FROM });
  });
  afterAll(async () => {
    sender.close();
    await server.close();
  });
  const last = () => PostalMime.parse(server.mails.at(-1)!);
  const failureOf = (url: string, mail: Parameters<typeof sender.send>[0] = MAIL): Promise<Error> => {
    const other = smtpSender({ url, from: FROM });
    return other
      .send(mail)
      .then(
        () => new Error('was sent'),
        (error: Error) => error,
      )
      .finally(() => other.close());
  };

  it('sends a mail with both parts and Turkish letters', async () => {
    await sender.send(MAIL);
    const parsed = await last();
    expect(parsed).toMatchObject({
      subject: MAIL.subject,
      from: { name: 'İşveren Paneli', address: 'no-reply@jobs.example' },
    });
    expect(parsed.to).toEqual([{ name: '', address: 'gizem@magaza.example' }]);
    expect(parsed.text?.trim()).toBe(MAIL.text);
    expect(parsed.html?.trim()).toBe(MAIL.html);
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it.each([
    ['a subject', { subject: 'Hello\r\nBcc: all@victims.example\r\n\r\n<b>x</b>' }],
    ['an address', { to: 'a@magaza.example\r\nBcc: all@victims.example' }],
    ['a list of addresses', { to: 'a@magaza.example, all@victims.example' }],
  ])('turns %s into no header and no second recipient', async (_name, change) => {
    server.mails.length = 0;
    // The server may also reject an invalid address.
    await sender.send({ ...MAIL, ...change }).catch(() => undefined);
    for (const mail of server.mails) {
      const parsed = await PostalMime.parse(mail);
      expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(parsed.to).toHaveLength(1);
      expect(parsed.text?.trim()).toBe(MAIL.text);
    }
  });

  it.each<[string, string, boolean]>([
    ['a mailbox that does not exist', 'nobody@magaza.example', true],
    ['a mailbox that is busy', 'later@magaza.example', false],
  ])('classifies a rejection by %s as permanent or not', async (_name, to, isPermanent) => {
    const failure = await failureOf(`smtp://127.0.0.1:${server.port}`, { ...MAIL, to });
    expect(failure.message).toMatch(/^smtp \d{3} E\w+$/);
    expect(failure instanceof PermanentFailure).toBe(isPermanent);
  });

  it('retries when the server is down or rejects the credentials or the sender', async () => {
    const strict = await smtpCounterpart({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'u' }) : done(new Error('no such user')),
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('not yours'), { responseCode: 550 })),
    });
    for (const url of [
      'smtp://127.0.0.1:1',
      `smtp://u:hunter2@127.0.0.1:${strict.port}`,
      `smtp://u:right@127.0.0.1:${strict.port}`,
    ]) {
      const failure = await failureOf(url);
      expect(failure).not.toBeInstanceOf(PermanentFailure);
      expect(failure.message).toMatch(/^smtp /);
      expect(failure.message).not.toMatch(/hunter2|magaza|not yours/);
    }
    await strict.close();
  });

  it('encrypts the connection when the address requires it', async () => {
    expect((await failureOf(`smtp://127.0.0.1:${server.port}?requireTLS=true`)).message).toMatch(/^smtp 5\d\d ETLS$/);
    // The library warns that its certificate is public.
    const aloud = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const encrypted = await smtpCounterpart({ secure: true });
    aloud.mockRestore();
    // No authority signed the certificate, so the adapter rejects it.
    expect((await failureOf(`smtps://127.0.0.1:${encrypted.port}`)).message).toMatch(/^smtp E/);
    expect(encrypted.mails).toEqual([]);
    const trusting = smtpSender({
      url: `smtps://127.0.0.1:${encrypted.port}?tls.rejectUnauthorized=false`,
      from: FROM,
    });
    await trusting.send(MAIL);
    trusting.close();
    expect(encrypted.mails).toHaveLength(1);
    await encrypted.close();
  });
});
