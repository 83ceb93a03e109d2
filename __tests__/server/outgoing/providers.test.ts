import { netgsmSender, twilioSender } from '../../../server/adapters/senders';
import { PermanentFailure } from '../../../server/platform/ports/senders';
import { httpCounterpart, type HttpCounterpart } from '../../support/counterparts/http';

const SMS = { channel: 'sms', phone: '+905321234567', text: 'Doğrulama kodunuz: 0417. Kimseyle paylaşmayın.' } as const;

describe('the Twilio adapter', () => {
  // Account, numbers and responses of the create-a-message example in the provider's documentation.
  const account = {
    accountSid: 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    authToken: 'your_auth_token',
    from: '+15017122661',
  };
  let server: HttpCounterpart;
  beforeAll(async () => void (server = await httpCounterpart()));
  afterAll(() => server.close());

  it('posts the form of the documentation', async () => {
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
        // The header of `curl -u ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:your_auth_token`.
        authorization: 'Basic QUNhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYTp5b3VyX2F1dGhfdG9rZW4=',
      },
      body: 'To=%2B15558675310&From=%2B15017122661&Body=This+is+the+ship+that+made+the+Kessel+Run+in+fourteen+parsecs%3F',
    });
  });

  it.each([
    [400, { code: 21211, message: "The 'To' number is not a valid phone number." }, true],
    [400, { code: 21610 }, true],
    [401, { code: 20003 }, false],
    [404, { code: 20404 }, false],
    [429, { code: 20429 }, false],
    [500, {}, false],
    [302, {}, false],
    [null, {}, false],
  ])('reads for %p %j whether the rejection is permanent: %p', async (status, body, isPermanent) => {
    server.answer(status, body);
    const failure = await twilioSender({ ...account, apiUrl: server.url })(SMS).catch((error: unknown) => error);
    expect(failure).toHaveProperty('message');
    expect(failure instanceof PermanentFailure).toBe(isPermanent);
    expect(String(failure)).not.toContain('0417');
    expect(String(failure)).not.toContain(account.authToken);
  });
});

describe('the Netgsm adapter', () => {
  const account = { userCode: '850xxxxxxx', password: 'sub-user-password', header: 'MAGAZA' };
  let server: HttpCounterpart;
  beforeAll(async () => void (server = await httpCounterpart()));
  afterAll(() => server.close());

  it('posts JSON with Turkish letters and a number of ten digits', async () => {
    server.answer(200, { code: '00', jobid: '17377215342605050417149344', description: 'queued' });
    await netgsmSender({ ...account, apiUrl: server.url })(SMS);
    const { body, ...request } = server.seen.at(-1)!;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/sms/rest/v2/send',
      // The header of `curl -u 850xxxxxxx:sub-user-password`.
      headers: { 'content-type': 'application/json', authorization: 'Basic ODUweHh4eHh4eDpzdWItdXNlci1wYXNzd29yZA==' },
    });
    expect(JSON.parse(body)).toEqual({
      msgheader: 'MAGAZA',
      messages: [{ msg: SMS.text, no: '5321234567' }],
      encoding: 'TR',
      iysfilter: '0',
    });
  });

  it('dials other countries from Turkey', async () => {
    server.answer(200, { code: '00', jobid: '1' });
    await netgsmSender({ ...account, apiUrl: server.url })({ ...SMS, phone: '+34612345678' });
    expect(JSON.parse(server.seen.at(-1)!.body)).toMatchObject({ messages: [{ no: '0034612345678' }] });
  });

  it.each([
    [406, { code: '20', description: 'a text that cannot be' }, true],
    [406, { code: '30', description: 'invalid user or no permission' }, false],
    [406, { code: '40' }, false],
    [406, { code: '70' }, true],
    [406, { code: '80' }, false],
    [200, { code: '100' }, false],
    [503, {}, false],
    [200, {}, false],
    [302, {}, false],
    [null, {}, false],
  ])('reads for %p %j whether the rejection is permanent: %p', async (status, body, isPermanent) => {
    server.answer(status, body);
    const failure = await netgsmSender({ ...account, apiUrl: server.url })(SMS).catch((error: unknown) => error);
    expect(failure).toHaveProperty('message');
    expect(failure instanceof PermanentFailure).toBe(isPermanent);
    expect(String(failure)).not.toContain('0417');
  });
});
