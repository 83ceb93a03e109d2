/** The password of every account of the demo world. API contract, section 10. */
export const DEMO_PASSWORD = 'Demo123!';

/** The accounts of the demo world that may sign in. */
export const DEMO_ACCOUNTS = ['root', 'hr', 'branch', 'company', 'empty', 'other'].map((name) => `${name}@demo.test`);
