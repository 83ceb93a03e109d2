/** Passwords, in characters. Spec 1, point 5. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 16;

/** Longest email accepted, in characters (RFC 5321: a path of 256 with its brackets). */
export const EMAIL_MAX = 254;

/** Longest free text field, in characters. Spec 1, point 9. */
export const TEXT_MAX = 255;

/** Rows of a list page: default and most. API contract, section 1. */
export const PAGE_LIMIT_DEFAULT = 10;
export const PAGE_LIMIT_MAX = 500;

/** Deepest page that a list answers (`page` × `limit` stays a cheap offset); farther on goes by `before`. */
export const PAGE_MAX = 100_000;

/** A match score at or over this fraction counts as high. Spec 1, point 9. */
export const HIGH_MATCH_SCORE = 0.6;

/** Applicant filters: ages in whole years, distance in km. Spec 1, point 9. */
export const FILTER_AGE_MIN = 1;
export const FILTER_AGE_MAX = 99;
export const FILTER_DISTANCE_MIN = 1;
export const FILTER_DISTANCE_MAX = 50;

/** Longest search text, in characters. */
export const SEARCH_MAX = 100;

/** An application is answered within this much working time. Spec 1, point 4. */
export const ANSWER_HOURS = 24;

/** An unanswered invitation to an appointment expires after this many hours. Spec 1, point 9. */
export const APPOINTMENT_EXPIRY_HOURS = 24;

/** Company names in the branch dropdown are cut at this many characters. Spec 1, point 9. */
export const BRANCH_NAME_CUT = 21;

/** Longest chat message after trimming, in characters. API contract, section 8. */
export const MESSAGE_MAX = 2000;

/** Largest integer accepted as an id (ids stay exact in JSON and fit PostgreSQL's bigint). */
export const ID_MAX = Number.MAX_SAFE_INTEGER;

/** An access token lives this many days; after the first it is rotated by `GET /user/me`. */
export const TOKEN_DAYS = 14;
/** A rotated token still works this many seconds, for other tabs. API contract, section 3. */
export const ROTATED_TOKEN_GRACE_SECONDS = 60;
