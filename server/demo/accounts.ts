/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo123!';

const emails = (...names: string[]): string[] => names.map((name) => `${name}@demo.test`);

/** The accounts of the demo world: those that may sign in, and those that are refused with a reason. */
export const DEMO_ACCOUNTS = emails('root', 'hr', 'branch', 'company', 'empty', 'other');
export const REFUSED_DEMO_ACCOUNTS = emails('closed', 'worker');
