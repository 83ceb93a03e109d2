import { randomBytes, createHash } from 'node:crypto';
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

/** Returns 128 random bits in hexadecimal: an id, a key or a nonce that nobody guesses. */
export const randomHex = (): string => randomBytes(16).toString('hex');

/** Returns the SHA-256 of a text in UTF-8, or of bytes. */
export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** Masks a mail address so that its owner can recognise it and others cannot read it: `d…@e….com`. */
export const maskMail = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${address.slice(0, 1)}…@${domain.slice(0, 1)}…${ending}`;
};

/**
 * Returns a list query for the audit log, which is never erased: it says that somebody searched, but not for which
 * name.
 */
export const withoutSearch = <T extends { q?: string }>({ q, ...query }: T) => ({
  ...query,
  ...(q !== undefined && { isSearch: true }),
});
