import { login } from '../../../contract/routes/session';
import { searchApplications } from '../../../contract/routes/applications';
import { getCompanyLocations } from '../../../contract/routes/jobs';
import { NEVER_PREPARED } from '../../../server/platform/database/query';
import { DEMO_PASSWORD } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';

/** Collects the statements of one request as PostgreSQL receives them. */
const statementsOf = async (server: TestServer, work: () => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = [];
  const client = await server.pool.connect();
  const spy = jest.spyOn(Object.getPrototypeOf(client), 'query');
  client.release();
  await work();
  for (const [text] of spy.mock.calls) if (typeof text === 'string') texts.push(text);
  spy.mockRestore();
  return texts;
};

const asked = (server: TestServer) =>
  statementsOf(server, async () => {
    await server.call(getCompanyLocations, { as: 'company' });
  });

it('tags each statement with the request id of its response', async () => {
  const server = await testServer({ env: { STATEMENT_TAGS: '1' } });
  try {
    let id: unknown;
    const read = await statementsOf(server, async () => {
      ({ 'x-request-id': id } = (await server.call(getCompanyLocations, { as: 'company' })).headers);
    });
    const tagged = read.filter((text) =>
      text.endsWith(`/*request_id='${String(id)}',route='%2Fapi%2Fjob%2Fcompany-location'*/`),
    );
    // The look-up of the session runs before the handler; both belong to the request.
    expect(tagged.length).toBeGreaterThanOrEqual(2);
    expect(tagged.some((text) => text.includes('access_tokens'))).toBe(true);

    const body = { email: 'company@demo.test', password: DEMO_PASSWORD };
    const written = await statementsOf(server, () => server.call(login, { body }));
    expect(written.filter((text) => /^insert/.test(text)).every((text) => text.includes('%2Fapi%2Fuser%2Flogin'))).toBe(
      true,
    );
    expect(written.some((text) => /^insert/.test(text))).toBe(true);
  } finally {
    await server.close();
  }
});

it('leaves statements unchanged without the setting', async () => {
  const server = await testServer();
  try {
    expect((await asked(server)).filter((text) => text.includes('/*'))).toEqual([]);
  } finally {
    await server.close();
  }
});

it.each(['score', 'need'] as const)('a list of a stage by %s says that it is never prepared', async (sort) => {
  const server = await testServer();
  try {
    const texts = await statementsOf(server, async () => {
      const { status } = await server.call(searchApplications, { as: 'branch', query: { stage: 'hired', sort } });
      expect(status).toBe(200);
    });
    expect(texts.filter((text) => text.includes(NEVER_PREPARED))).toHaveLength(1);
  } finally {
    await server.close();
  }
});
