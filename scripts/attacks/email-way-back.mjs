import assert from 'node:assert/strict';

export const title = 'a thief who changed the email keeps the account';

const OLD = 'company@demo.test';
const THIEF = 'thief@example.com';
const mailsTo = async (server, address) => (await server.outbox()).filter(({ to }) => to === address);

export const run = async (server) => {
  // The thief uses the token to change the email within ten minutes of the sign-in.
  const { token, body } = await server.signIn('company');
  const { firstName, lastName, phone, location } = body.payload.user;
  const profile = { firstName, lastName, phone, location: `${location?.latitude ?? 41}, ${location?.longitude ?? 29}` };
  const change = (email) => server.call('POST', '/api/user/profile-update', { token, body: { ...profile, email } });
  const changed = await change(THIEF);
  assert.equal(changed.status, 200, `the email was not changed: ${changed.status} ${changed.body?.key}`);
  // A second change must not send an undo link to the thief's own address.
  assert.equal((await change('thief2@example.com')).status, 200);
  const [mail, ...more] = (await mailsTo(server, OLD)).filter(({ text }) => text.includes('/restore-email/'));
  assert.ok(mail && more.length === 0, 'the old address got no undo link');
  const toThief = (await mailsTo(server, THIEF)).some(({ text }) => text.includes('/restore-email/'));
  assert.ok(!toThief, "the thief's address got an undo link");

  const code = /\/restore-email\/([\w-]+)/.exec(mail.text)[1];
  const url = `/api/user/restore-email/${code}`;
  await server.store(`update email_restorations set created_at = created_at - interval '6 days 23 hours',
    expires_at = expires_at - interval '6 days 23 hours'`);
  assert.equal((await server.call('GET', url)).body.payload?.email, OLD, 'the link works for less than seven days');
  assert.equal((await server.call('POST', url)).status, 200);
  assert.equal((await server.call('GET', '/api/user/me', { token })).status, 401, "the thief's session still works");
  const [{ email }] = await server.store('select email from users where id = $1', [body.payload.user.id]);
  assert.equal(email, OLD, "the email is still the thief's");
  assert.equal((await server.signIn('company')).status, 400, 'the password that the thief may know still signs in');
  assert.equal((await server.call('POST', url)).status, 404, 'the link works twice');
};
