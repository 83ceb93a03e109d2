import { FIELDS, spoil } from '../support/spoiledCalls';
import { testServer, type TestServer } from '../support/testServer';
import { findWorld, type World } from '../support/world';

/** Values that are wrong for every field but free texts. No field of the contract accepts all of them. */
const BAD_VALUES: readonly (readonly [string, unknown])[] = [
  ['an empty text', ''],
  ['blanks', '   '],
  ['a word', 'abc'],
  ['a huge text', 'x'.repeat(20_000)],
  ['a NUL byte', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['SQL', "1'; drop table users; --"],
  ['like wildcards', '%_\\'],
  ['a negative number', -1],
  ['zero', 0],
  ['a fraction', 1.5],
  ['2^53', 2 ** 53],
  ['10^30', 1e30],
  ['a date without a year', '0000-01-01'],
  ['a day that is not', '2026-02-30'],
  ['the last day', '9999-12-31'],
  ['true', true],
  ['null', null],
  ['an empty list', []],
  ['a list', [1, 'x', null]],
  ['an object', { $gt: 1 }],
  ['a prototype', { __proto__: { admin: true } }],
];

describe('bad input', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  it.each(FIELDS)('answers %s without a 500 for any value in %s.%s', async (_id, part, field, route) => {
    for (const [name, value] of BAD_VALUES) {
      // An address cannot hold half a surrogate pair, so no client can send one.
      if (part === 'params' && name === 'half a surrogate pair') continue;
      const { status } = await spoil(server, world, route, part, field, value);
      expect([name, status < 500]).toEqual([name, true]);
    }
  });
});
