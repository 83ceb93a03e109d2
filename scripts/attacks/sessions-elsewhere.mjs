import assert from 'node:assert/strict';

export const title = 'a session on another device cannot be ended';

const me = async (server, token) => (await server.call('GET', '/api/user/me', { token })).status;

export const run = async (server) => {
  const [own, thief, other] = await Promise.all(
    ['company', 'company', 'branch'].map(async (name) => (await server.signIn(name)).token),
  );
  const listed = await server.call('GET', '/api/user/sessions', { token: own });
  assert.equal(listed.body.payload.length, 2, 'not every session of the account is listed');
  const foreign = listed.body.payload[0].id;
  const taken = await server.call('DELETE', `/api/user/sessions/${foreign}`, { token: other });
  assert.equal(taken.status, 404, `an account can end another account's session: ${taken.status}`);
  assert.equal((await server.call('DELETE', '/api/user/sessions', { token: own })).status, 200);
  assert.equal(await me(server, thief), 401, 'the other session still works');
  assert.equal(await me(server, own), 200, "the user's own session ended too");
  assert.equal(await me(server, other), 200, 'the session of another account ended');
};
