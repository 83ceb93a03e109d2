import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * Returns a random secret kept in the store, so that it survives restarts and all servers share it; creates a missing
 * one.
 */
export const sharedSecret = async (pool: Pool, name: string): Promise<string> => {
  await pool.query('insert into server_secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await pool.query<{ value: string }>('select value from server_secrets where name = $1', [name]);
  return rows[0]!.value;
};
