import { getAllInbox, getConversation, getInbox } from '../../../contract/routes/chat';
import { capture } from '../../../bench/support/statements';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

describe('a poll', () => {
  let server: TestServer;
  let chat: ChatWorld;
  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
    await chat.receive('Merhaba');
  });
  afterAll(() => server.close());

  /** Records the statements of the request itself, without those of the test's sign-in. */
  const statementsOf = async (path: string, as: string, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${await server.tokenOf(as)}`, ...more };
    const { result, statements } = await capture(() => server.app.inject({ url: path, headers }));
    return { status: result.statusCode, etag: result.headers.etag, sent: statements.length };
  };

  it.each(['branch', 'root', 'hr'])('of an unchanged conversation sends two statements: %s', async (as) => {
    const path = getConversation.path.replace(':threadId', String(chat.threadId));
    const query = as === 'branch' ? '' : `user_id=${chat.world.branchId}&`;
    expect((await statementsOf(`${path}?${query}`, as)).status).toBe(200);
    const { etag } = await statementsOf(`${path}?${query}`, as);
    for (const more of ['', 'after=100000', 'peek=1']) {
      const { status, sent } = await statementsOf(`${path}?${query}${more}`, as, { 'if-none-match': String(etag) });
      expect({ status, sent }).toEqual({ status: 304, sent: 2 });
    }
  });

  it.each([
    ['a branch’s own inbox', getInbox.path, 'branch'],
    ['its unread count', `${getInbox.path}?limit=0`, 'branch'],
    ['the inboxes of all branches', getAllInbox.path, 'root'],
  ])('of %s sends two statements', async (_name, path, as) => {
    expect(await statementsOf(path, as)).toMatchObject({ status: 200, sent: 2 });
  });

  it('of a branch’s inbox by HR sends two statements', async () => {
    const path = `${getInbox.path}?user_id=${chat.world.branchId}`;
    expect(await statementsOf(path, 'hr')).toMatchObject({ status: 200, sent: 2 });
  });
});
