import assert from 'node:assert/strict';

export const title = 'a stolen token takes over the account by an email change and a password reset';

export const run = async (server) => {
  const { token, body } = await server.signIn('company');
  const { user } = body.payload;
  // Moves the sign-in back by an hour, so that the last password check is too old.
  await server.store(`update user_sessions set created_at = created_at - interval '1 hour'`);
  await server.store(`update access_tokens set created_at = created_at - interval '1 hour'`);
  const profile = {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone,
    location: `${user.location?.latitude ?? 41}, ${user.location?.longitude ?? 29}`,
  };
  const same = await server.call('POST', '/api/user/profile-update', { token, body: profile });
  assert.equal(same.status, 200, `an unchanged profile cannot be saved: ${same.status} ${same.body?.key}`);
  const changed = await server.call('POST', '/api/user/profile-update', {
    token,
    body: { ...profile, email: 'thief@example.com' },
  });
  assert.deepEqual(
    [changed.status, changed.body?.key],
    [403, 'auth.reauthenticate'],
    `the email of the account was changed by a token alone: ${changed.status}`,
  );
  const wrong = await server.call('POST', '/api/user/reauthenticate', { token, body: { password: 'wrong-one' } });
  assert.ok(wrong.status >= 400, 'a wrong password was accepted');
  const still = await server.call('POST', '/api/user/profile-update', {
    token,
    body: { ...profile, email: 'thief@example.com' },
  });
  assert.equal(still.status, 403, 'after a wrong password the email could be changed');
};
