import { createLogger } from '../../../server/platform/logger';
import { testServer } from '../../support/testServer';

/** Sends requests as a reverse proxy does, and returns the warnings of the log. */
const warningsOf = async (env: Record<string, string>): Promise<{ msg: string }[]> => {
  const lines: string[] = [];
  const server = await testServer({ env, logger: createLogger('info', { write: (line) => void lines.push(line) }) });
  try {
    await server.app.inject({ method: 'GET', url: '/healthz' });
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
    for (const address of ['203.0.113.7', '203.0.113.8'])
      await server.app.inject({ method: 'GET', url: '/healthz', headers: { 'x-forwarded-for': address } });
  } finally {
    await server.close();
  }
  return lines
    .map((line) => JSON.parse(line) as { msg: string; level: unknown })
    .filter(({ msg }) => /TRUST_PROXY/.test(msg));
};

describe('a server behind a reverse proxy', () => {
  it('warns once without TRUST_PROXY, because everybody shares the allowance of one address', async () => {
    const warnings = await warningsOf({});
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.msg).toContain('Set TRUST_PROXY=1');
  });

  it('does not warn with TRUST_PROXY', async () => {
    expect(await warningsOf({ TRUST_PROXY: '1', DEMO: '0' })).toEqual([]);
  });
});
