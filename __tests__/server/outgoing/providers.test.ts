import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { netgsmSender } from '../../../server/platform/outgoing/netgsm';
import { Refused } from '../../../server/platform/outgoing/provider';
import { smtpSender } from '../../../server/platform/outgoing/smtp';
import { twilioSender } from '../../../server/platform/outgoing/twilio';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** A local stand-in for a provider: remembers each request and answers as it is told. */
const counterpart = async () => {
  const seen: Seen[] = [];
  let reply = { status: 200, body: '' };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(reply.status, { 'content-type': 'application/json', location: '/elsewhere' });
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (status: number, body: unknown) => (reply = { status, body: JSON.stringify(body) }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const SMS = { channel: 'sms', phone: '+905321234567', text: 'Doğrulama kodunuz: 0417. Kimseyle paylaşmayın.' } as const;

describe('twilio', () => {
  // The account, numbers and answers of the create-a-message example of the provider's documentation.
  const account = {
    accountSid: 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    authToken: 'your_auth_token',
    from: '+15017122661',
  };
  let server: Awaited<ReturnType<typeof counterpart>>;
  beforeAll(async () => void (server = await counterpart()));
  afterAll(() => server.close());

  it('posts the form that the documentation shows', async () => {
    server.answer(201, {
      account_sid: account.accountSid,
      sid: 'SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      status: 'queued',
    });
    await twilioSender({ ...account, apiUrl: server.url })({
      channel: 'sms',
      phone: '+15558675310',
      text: 'This is the ship that made the Kessel Run in fourteen parsecs?',
    });
    expect(server.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/2010-04-01/Accounts/ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/Messages.json',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // What `curl -u ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:your_auth_token` sends.
        authorization: 'Basic QUNhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYTp5b3VyX2F1dGhfdG9rZW4=',
      },
      body: 'To=%2B15558675310&From=%2B15017122661&Body=This+is+the+ship+that+made+the+Kessel+Run+in+fourteen+parsecs%3F',
    });
  });

  it.each([
    [400, { code: 21211, message: "The 'To' number is not a valid phone number." }, true],
    [401, { code: 20003 }, true],
    [429, { code: 20429 }, false],
    [500, {}, false],
    [302, {}, false],
  ])('%i %j is refused for good: %s', async (status, body, isForGood) => {
    server.answer(status, body);
    const failure = await twilioSender({ ...account, apiUrl: server.url })(SMS).catch((error: unknown) => error);
    expect(failure).toHaveProperty('message');
    expect(failure instanceof Refused).toBe(isForGood);
    expect(String(failure)).not.toContain('0417');
    expect(String(failure)).not.toContain(account.authToken);
  });
});

describe('netgsm', () => {
  const account = { userCode: '850xxxxxxx', password: 'sub-user-password', header: 'MAGAZA' };
  let server: Awaited<ReturnType<typeof counterpart>>;
  beforeAll(async () => void (server = await counterpart()));
  afterAll(() => server.close());

  it('posts JSON with Turkish letters and the number without its plus', async () => {
    server.answer(200, { code: '00', jobid: '17377215342605050417149344', description: 'queued' });
    await netgsmSender({ ...account, apiUrl: server.url })(SMS);
    const { body, ...request } = server.seen.at(-1)!;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/sms/rest/v2/send',
      // What `curl -u 850xxxxxxx:sub-user-password` sends.
      headers: { 'content-type': 'application/json', authorization: 'Basic ODUweHh4eHh4eDpzdWItdXNlci1wYXNzd29yZA==' },
    });
    expect(JSON.parse(body)).toEqual({
      msgheader: 'MAGAZA',
      messages: [{ msg: SMS.text, no: '905321234567' }],
      encoding: 'TR',
    });
  });

  it.each([
    [406, { code: '30', description: 'invalid user or no permission' }, true],
    [406, { code: '40' }, true],
    [406, { code: '70' }, true],
    [406, { code: '80' }, false],
    [503, {}, false],
    [200, {}, false],
  ])('%i %j is refused for good: %s', async (status, body, isForGood) => {
    server.answer(status, body);
    const failure = await netgsmSender({ ...account, apiUrl: server.url })(SMS).catch((error: unknown) => error);
    expect(failure).toHaveProperty('message');
    expect(failure instanceof Refused).toBe(isForGood);
    expect(String(failure)).not.toContain('0417');
  });
});

describe('SMTP', () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@') ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : done(),
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (data: Buffer) => (text += data.toString()));
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  let sender: ReturnType<typeof smtpSender>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    sender = smtpSender({ url: `smtp://127.0.0.1:${port}`, from: 'İşveren Paneli <no-reply@jobs.example>' });
  });
  afterAll(async () => {
    sender.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const mail = {
    channel: 'mail',
    subject: 'Parolanızı yenileyin: ığüşöç İ',
    text: 'Şifre için: ğ',
    html: '<p>ğ &lt;b&gt;</p>',
  } as const;

  it('sends a mail with both parts and Turkish letters', async () => {
    await sender.send({ ...mail, to: 'gizem@magaza.example' });
    const parsed = await PostalMime.parse(mails.at(-1)!);
    expect(parsed).toMatchObject({
      subject: mail.subject,
      from: { name: 'İşveren Paneli', address: 'no-reply@jobs.example' },
    });
    expect(parsed.to).toEqual([{ name: '', address: 'gizem@magaza.example' }]);
    expect(parsed.text?.trim()).toBe(mail.text);
    expect(parsed.html?.trim()).toBe(mail.html);
  });

  it('lets no subject and no address become a header', async () => {
    await sender.send({ ...mail, subject: 'Hello\r\nBcc: all@victims.example', to: 'a@magaza.example' });
    const parsed = await PostalMime.parse(mails.at(-1)!);
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(parsed.to).toEqual([{ name: '', address: 'a@magaza.example' }]);
  });

  it('is refused for good by a mailbox that does not exist, and for now by a server that is away', async () => {
    await expect(sender.send({ ...mail, to: 'nobody@magaza.example' })).rejects.toBeInstanceOf(Refused);
    const away = smtpSender({ url: 'smtp://127.0.0.1:1', from: 'a@jobs.example' });
    const failure = await away.send({ ...mail, to: 'a@magaza.example' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(Refused);
    away.close();
  });
});
