/** User types that the product knows; any other type is refused at login with `unknown_user_type`. Spec 1, point 6. */
export const USER_TYPES = ['worker', 'branch', 'company', 'hr_account', 'root'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** The types that may sign in here: a worker may not. */
export type EmployerType = Exclude<UserType, 'worker'>;

/** Grant level of each type; a check passes at or over the route's level. Spec 1, points 6 and 9. */
export const GRANT_LEVELS = { branch: 10, company: 40, hr_account: 90, root: 100 } as const satisfies Record<
  EmployerType,
  number
>;
