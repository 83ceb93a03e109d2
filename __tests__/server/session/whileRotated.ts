import { sql } from 'kysely';
import { findSession, rotateToken } from '../../../server/platform/auth/tokens';
import type { TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';

/**
 * Starts to replace the token of a new session, makes `call`, and finishes the replacement once the call waits for it.
 */
export const whileRotated = async <T>(server: TestServer, name: string, call: () => Promise<T>) => {
  const session = (await findSession(server.db, await server.tokenOf(name), server.clock.now()))!;
  let started: Promise<T> | null = null;
  const token = await server.db.transaction().execute(async (trx) => {
    await sql`select 1 from access_tokens where token_hash = ${session.tokenHash} for update`.execute(trx);
    started = call();
    await untilWaiting(server.pool);
    return rotateToken(trx, session, server.clock.now());
  });
  return { reply: await started!, token };
};
