/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo123!';

/** The time at which test worlds are seeded: a Wednesday noon in Istanbul. */
export const NOW = new Date('2026-03-11T09:00:00.000Z');

/** The key with which tests call the worker gateway. */
export const GATEWAY_KEY = 'gateway-key-of-the-tests';
