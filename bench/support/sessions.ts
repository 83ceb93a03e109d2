import { issueToken } from '../../server/platform/auth/tokens';
import type { Deps } from '../../server/platform/deps';
import { GATEWAY_KEY } from './deps';
import type { ListCaller } from './lists';

/** Returns the headers that identify each demo account and the holder of the gateway's key. */
export const callerHeaders = async ({ db }: Pick<Deps, 'db'>): Promise<Record<ListCaller, Record<string, string>>> => {
  const signIn = async (name: string) => {
    const account = db.selectFrom('users').select('id').where('email', '=', `${name}@demo.test`);
    const { id } = await account.executeTakeFirstOrThrow();
    const token = await db.transaction().execute((trx) => issueToken(trx, { userId: id, now: new Date() }));
    return { authorization: `Bearer ${token}` };
  };
  return {
    root: await signIn('root'),
    branch: await signIn('branch'),
    company: await signIn('company'),
    gateway: { 'x-gateway-key': GATEWAY_KEY },
  };
};
