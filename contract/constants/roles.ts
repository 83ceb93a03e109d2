/** All user types. Login rejects any other type with `unknown_user_type`. */
export const USER_TYPES = ['worker', 'branch', 'company', 'hr_account', 'root'] as const;
type UserType = (typeof USER_TYPES)[number];

/** The user types that may sign in here, which excludes workers. */
export type EmployerType = Exclude<UserType, 'worker'>;

/** The level of each type. A check passes from the route's level upward. See docs/PRODUCT.md#roles-and-levels. */
export const GRANT_LEVELS = { branch: 10, company: 40, hr_account: 90, root: 100 } as const satisfies Record<
  EmployerType,
  number
>;
