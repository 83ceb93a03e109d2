import { idOf, isTokenOf, tokenOf } from '../../../server/modules/workerLinks/rules';

const KEY = { id: 42, nonce: '0123456789abcdef0123456789abcdef' };

describe('tokens of workers’ links', () => {
  const token = tokenOf('secret', KEY);

  it('are 30 characters that name the link and prove it', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{30}$/);
    expect(idOf(token)).toBe(42);
    expect(isTokenOf(token, 'secret', KEY)).toBe(true);
    expect(tokenOf('secret', KEY)).toBe(token);
  });

  it.each([
    ['another secret', token, 'other', KEY],
    ['another nonce', token, 'secret', { ...KEY, nonce: 'f'.repeat(32) }],
    ['another link', token, 'secret', { ...KEY, id: 43 }],
    ['a changed end', `${token.slice(0, -2)}AA`, 'secret', KEY],
    ['a cut-off token', token.slice(0, -1), 'secret', KEY],
  ])('do not work for %s', (_name, given, secret, key) => {
    expect(isTokenOf(given, secret, key)).toBe(false);
  });

  it.each(['', 'x', token.slice(1), `${token}A`, 'A'.repeat(30), `${token.slice(0, 29)}%`])(
    '%j names no link',
    (text) => {
      expect(idOf(text)).toBeNull();
    },
  );
});
