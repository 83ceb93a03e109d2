import assert from 'node:assert/strict';

export const title = 'a name puts a link into a mail to a stranger';

const NAMES = ['https://evil.example/win', 'www.evil.example', 'evil.example/claim now'];

export const run = async (server) => {
  const { token } = await server.signIn('root');
  for (const [n, name] of NAMES.entries()) {
    const to = `stranger${n}@example.com`;
    const body = { companyName: name, firstName: name, lastName: name, email: to, location: '41.01, 29.01' };
    const made = await server.call('PUT', '/api/branch-accounts/create', { token, body });
    // A rejected name appears in no mail.
    if (made.status >= 400) continue;
    const mail = (await server.outbox()).find((one) => one.to === to);
    assert.ok(mail, 'the invitation was not written');
    const text = `${mail.subject}\n${mail.text}\n${mail.html}`;
    assert.ok(!text.includes('evil.example'), `the mail says: ${/.{0,40}evil\.example.{0,20}/.exec(text)?.[0]}`);
  }
};
