import { SMS_CODE_SECONDS, SMS_CODE_TRIES } from '../../../contract/constants/limits';
import { getPublicPage } from '../../../contract/routes/publicPage';
import { testServer, type TestServer } from '../../support/testServer';
import { wrongCode } from '../account/accounts';
import { browserOn } from './visitor';
import { LIMITS } from '../../../server/platform/limits';

describe('the codes of a public page', () => {
  let server: TestServer;
  let visitor: ReturnType<typeof browserOn>;
  let path: string;
  beforeAll(async () => {
    server = await testServer();
    visitor = browserOn(server);
    const { body } = await server.call(getPublicPage, { as: 'branch' });
    const list = await visitor.get(`/p/${body.payload.branchPage.code}.json`);
    path = new URL(JSON.parse(list.body).jobs[0].url).pathname;
  });
  beforeEach(() => server.pool.query('delete from rate_limits'));
  afterAll(() => server.close());

  it('expire after 180 seconds; the answers stay, and a new code works', async () => {
    const { post, person, codeFor } = visitor;
    const given = person();
    const { to } = await post(`${path}/apply`, given);
    const code = await codeFor(given.phone);
    const form = { roster: 'yes', days: 'saturday', start: 'week', experience: '24' };
    const begun = server.clock.now().getTime();
    const pass = (seconds: number) => server.clock.set(new Date(begun + seconds * 1000));
    pass(SMS_CODE_SECONDS + 1);
    const late = await post(to, { ...form, code });
    expect([late.status, late.body.includes('This code no longer works')]).toEqual([400, true]);
    for (const kept of ['saturday', 'week', '24', 'yes']) expect(late.body).toContain(`value="${kept}" checked`);
    expect((await post(to, { ...form, do: 'resend' })).body).toContain('We sent the code again');
    pass(2 * SMS_CODE_SECONDS);
    const { status, to: own } = await post(to, { ...form, code: await codeFor(given.phone) });
    expect([status, own]).toEqual([303, expect.stringMatching(/^\/w\//)]);
    pass(0);
  });

  it('leave the field once they are dead, and say what is on its way', async () => {
    const { post, person, codeFor } = visitor;
    const given = person();
    const { to } = await post(`${path}/apply`, given);
    const soon = await post(to, { do: 'resend', code: '12' });
    expect(soon.body).toContain('<h2>Please wait a moment</h2>');
    expect(soon.body).toContain('<title>Please wait a moment');
    expect(soon.body).not.toContain('Not sent yet');
    const wrong = wrongCode(await codeFor(given.phone));
    let { body } = await post(to, { code: wrong });
    expect(body).toContain(`value="${wrong}"`);
    for (let tries = 1; tries < SMS_CODE_TRIES; tries += 1) ({ body } = await post(to, { code: wrong }));
    expect(body).toContain('This code no longer works');
    expect(body).toContain('<p><button class="main" name="do" value="resend">');
    expect(body).not.toContain(`value="${wrong}"`);
    const again = await post(to, { do: 'resend', code: wrong });
    expect(again.body).toContain('We sent the code again');
    expect(again.body).not.toContain(`value="${wrong}"`);
  });

  it('are sent to one phone five times a day; what was typed stays, and another phone still gets one', async () => {
    const { get, post, person } = visitor;
    const given = person({ lastName: 'Çalışkan' });
    const paths = [];
    for (let at = 0; at < LIMITS.smsPhonePrefix.points; at += 1) paths.push((await post(`${path}/apply`, given)).to);
    expect(paths.at(-1)).toMatch(/\/apply\/[\w-]{43}\?/);
    const refused = await post(`${path}/apply`, given);
    expect([refused.status, /too many codes to this number\. Please try again on/.test(refused.body)]).toEqual([
      429,
      true,
    ]);
    for (const kept of ['Deniz', 'Çalışkan', given.phone]) expect(refused.body).toContain(`value="${kept}"`);
    // The earlier code is still valid, but is not sent again.
    const begun = server.clock.now();
    server.clock.set(new Date(begun.getTime() + 31_000));
    const again = await post(paths[0]!, { do: 'resend', days: 'sunday' });
    server.clock.set(begun);
    expect([again.status, again.body.includes('value="sunday" checked')]).toEqual([429, true]);
    expect(again.body).toMatch(/too many codes to this number\. Please try again on/);
    expect((await get(paths[1]!)).status).toBe(200);
    expect((await post(`${path}/apply`, person())).status).toBe(303);
  });
});
