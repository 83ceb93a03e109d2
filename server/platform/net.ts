/** Returns whether an address or host name is this machine's loopback. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const PREFIX_GROUPS = 3;

/** Removes the port that some proxies append to their caller's address: 203.0.113.9:4711, [2001:db8::1]:4711. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(address)?.[1] ?? address;

/**
 * Returns a whole IPv4 address, or the first `groupCount` groups (16 bits each) of an IPv6 address, written in full.
 */
const startOf = (written: string, groupCount: number): string => {
  const address = withoutPort(written);
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, groupCount);
  return groups.map((group) => parseInt(group, 16).toString(16)).join(':');
};

/** Returns the network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address, written in full. */
export const networkOf = (written: string): string => startOf(written, NETWORK_GROUPS);

/** Returns the network of one provider: the first 24 bits of an IPv4 address, or the first 48 of an IPv6 address. */
export const prefixOf = (written: string): string =>
  startOf(written, PREFIX_GROUPS).replace(/^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/, '$1');
