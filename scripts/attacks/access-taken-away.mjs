import assert from 'node:assert/strict';

export const title = 'an account without dashboard access keeps working';

export const run = async (server) => {
  const { token, body } = await server.signIn('company');
  await server.store('update users set dashboard_access = false where id = $1', [body.payload.user.id]);
  const { status } = await server.call('GET', '/api/user/me', { token });
  assert.ok(status === 401 || status === 403, `its session still works: ${status}`);
};
