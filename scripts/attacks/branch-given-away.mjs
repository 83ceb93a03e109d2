import assert from 'node:assert/strict';

export const title = 'the former user of a branch keeps access after its email has changed';

export const run = async (server) => {
  const root = (await server.signIn('root')).token;
  const { token, body } = await server.signIn('branch');
  const { user } = body.payload;
  const edited = await server.call('POST', `/api/branch-accounts/edit/${user.id}`, {
    token: root,
    body: {
      companyName: user.companyName,
      firstName: 'Yeni',
      lastName: 'Sahip',
      email: 'new-owner@example.com',
      location: `${user.location?.latitude ?? 41}, ${user.location?.longitude ?? 29}`,
    },
  });
  assert.equal(edited.status, 200, `the branch could not be changed: ${edited.status} ${edited.body?.key}`);
  const { status } = await server.call('GET', '/api/user/me', { token });
  assert.equal(status, 401, 'the sessions of the former user still work');
};
