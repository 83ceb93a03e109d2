import { networkOf, prefixOf } from '../../../server/platform/net';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::1]:4711', '2001:db8:0:0'],
    ['[::ffff:203.0.113.9]', '203.0.113.9'],
    ['unknown', 'unknown'],
  ])('for %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the prefix of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['203.0.113.9:4711', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['2001:db8:0:1:a:b:c:d', '2001:db8:0'],
    ['[2001:db8::1]:4711', '2001:db8:0'],
    ['unknown', 'unknown'],
  ])('for %s is %s', (address, prefix) => {
    expect(prefixOf(address)).toBe(prefix);
  });
});
