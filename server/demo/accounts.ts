/** The password of every account of the demo world. API contract, section 10. */
export const DEMO_PASSWORD = 'Demo123!';

const emails = (...names: string[]): string[] => names.map((name) => `${name}@demo.test`);

/** The accounts of the demo world: those that may sign in, and those that are told why they may not. */
export const DEMO_ACCOUNTS = emails('root', 'hr', 'branch', 'company', 'empty', 'other');
export const REFUSED_DEMO_ACCOUNTS = emails('closed', 'worker');
