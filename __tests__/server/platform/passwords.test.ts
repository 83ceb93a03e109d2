import * as argon2 from '@node-rs/argon2';
import { hashPassword, verifyPassword } from '../../../server/platform/auth/passwords';

jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual('@node-rs/argon2');
  return { ...actual, verify: jest.fn(actual.verify) };
});
const verify = argon2.verify as jest.Mock;

describe('passwords', () => {
  it('are accepted or rejected', async () => {
    const hash = await hashPassword('Şifre1');
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(hash, 'Şifre1')).toBe(true);
    expect(await verifyPassword(hash, 'Sifre1')).toBe(false);
    expect(await verifyPassword(null, 'an account that does not exist')).toBe(false);
  });

  it('cost the same work without an account, so the time reveals nothing', async () => {
    const costs = (hash: string) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(hash)?.[0];
    const stored = await hashPassword('Şifre1');
    verify.mockClear();
    await verifyPassword(null, 'Şifre1');
    const [standIn] = verify.mock.calls[0] as [string];
    expect([costs(standIn), standIn.length]).toEqual([costs(stored), stored.length]);
  });

  it('are checked two at a time in order, and rejected when the wait is too long', async () => {
    const ends: (() => void)[] = [];
    verify.mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(true))));
    const tries = Array.from({ length: 110 }, () => verifyPassword('x', 'y').catch((error) => error.key));
    await new Promise(setImmediate);
    expect(ends).toHaveLength(2);
    expect((await Promise.all(tries.slice(102))).every((key) => key === 'error.unavailable')).toBe(true);
    for (let done = 0; done < 102; done += 1) {
      ends[done]!();
      await new Promise(setImmediate);
    }
    expect((await Promise.all(tries.slice(0, 102))).every((result) => result === true)).toBe(true);
  });
});
