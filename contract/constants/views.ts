/** Longest name of a saved view, in characters. */
export const VIEW_NAME_MAX = 60;
/** Most saved views of one user. */
export const VIEWS_MAX = 50;
/** Most saved views that a list returns: a user's own and those that others share. */
export const VIEWS_LISTED_MAX = 200;
