import assert from 'node:assert/strict';

export const title = 'a stolen token still works after its rotation';

const me = (server, token) => server.call('GET', '/api/user/me', { token });

export const run = async (server) => {
  const { token } = await server.signIn('company');
  await server.store(`update access_tokens set created_at = created_at - interval '2 days'`);
  const rotated = (await me(server, token)).body.payload.access_token;
  assert.notEqual(rotated, token, 'the token was not rotated');
  // Only the use of both tokens proves a theft; a lost response raises no alarm (decision 0036).
  assert.equal((await me(server, rotated)).status, 200, 'the new token does not work');
  // Moves the rotation back, so that the grace period for other tabs has ended.
  await server.store(
    `update access_tokens set expires_at = now() - interval '1 second' where expires_at < now() + interval '5 minutes'`,
  );
  const stolen = await me(server, token);
  assert.equal(stolen.status, 401, 'the old token still works');
  const family = await me(server, rotated);
  assert.equal(family.status, 401, 'the session continues although a thief used its old token');
  const mails = await server.outbox();
  assert.ok(
    mails.some(({ channel, to }) => channel === 'mail' && to === 'company@demo.test'),
    'the owner is told nothing',
  );
};
