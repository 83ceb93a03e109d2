// Serves the product over two worlds, and bare routes that send the same statements, in one process.
import fastify from 'fastify';
import { buildApp } from '../../server/app';
import { issueToken } from '../../server/platform/auth/tokens';
import { LIST_REQUESTS } from './apiRoutes';
import { addBare } from './beside';
import { benchDeps, benchLogger, GATEWAY_KEY } from './deps';

export interface Served {
  product: string;
  bare: string;
  /** Headers of a user, and of the gateway. */
  headers: [Record<string, string>, Record<string, string>];
}

const serve = async (url: string): Promise<Served> => {
  const { deps, pool } = benchDeps(url);
  const { db } = deps;
  const account = db.selectFrom('users').select('id').where('email', '=', 'root@demo.test');
  const { id } = await account.executeTakeFirstOrThrow();
  const token = await db.transaction().execute((trx) => issueToken(trx, { userId: id, now: new Date() }));
  const headers = (isGateway: boolean): Record<string, string> =>
    isGateway ? { 'x-gateway-key': GATEWAY_KEY } : { authorization: `Bearer ${token}` };

  const app = await buildApp({ deps, logger: benchLogger() });
  const bare = fastify();
  for (const [at, { url: path, isGateway }] of LIST_REQUESTS.entries()) {
    const send = () => app.inject({ url: path, headers: headers(isGateway) });
    await addBare(bare, pool, `/${at}`, send);
  }
  const listen = { port: 0, host: '127.0.0.1' };
  return {
    product: await app.listen(listen),
    bare: await bare.listen(listen),
    headers: [headers(false), headers(true)],
  };
};

const [demoUrl, loadUrl] = process.argv.slice(2);
// In sequence, because the capture of a request's statements covers all connections.
const demo = await serve(demoUrl!);
const load = await serve(loadUrl!);
process.send!({ demo, load });
