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
/** A session ends this many days after the sign-in, however often its token was rotated. */
export const SESSION_DAYS = 90;
/** A rotated token still works this many seconds, for other tabs. API contract, section 3. */
export const ROTATED_TOKEN_GRACE_SECONDS = 60;

/** Email, phone and password change freely this many minutes after the password was given. API contract, section 14. */
export const PASSWORD_PROOF_MINUTES = 10;
/** The old email address can be restored for this many days. API contract, section 14. */
export const EMAIL_RESTORE_DAYS = 7;

/** Phone numbers without the country's code, in digits. Spec 1, points 5 and 9. */
export const PHONE_DIGITS = 10;

/** Longest company address, in characters. Spec 1, point 9. */
export const ADDRESS_MAX = 1000;

/** The code of a phone verification: its digits, seconds of life, and wrong tries that end it. API contract, section 3. */
export const SMS_CODE_DIGITS = 4;
export const SMS_CODE_SECONDS = 180;
export const SMS_CODE_TRIES = 5;
/** Seconds on the countdown from which a code may be sent again, the other time being 0. Spec 2, point 4. */
export const SMS_RESEND_AT = 150;
/** A verified phone counts for this many minutes. API contract, section 3. */
export const PHONE_VERIFIED_MINUTES = 30;

/** Life of a link to set a password: one that was asked for, and one of an invitation. API contract, sections 3 and 4. */
export const RESET_HOURS = 1;
export const INVITATION_DAYS = 7;

/** Suggestions of a place search, and milliseconds after the last key. Spec 1, point 5. */
export const PLACES_MAX = 10;
export const PLACE_SEARCH_DELAY = 250;

/** Side of the avatar that is sent and stored, in pixels. Spec 1, point 9. */
export const AVATAR_SIZE = 320;
/** Longest `image` of a profile update, in characters of base64 (some 500 kB of JPEG). */
export const AVATAR_MAX = 700_000;

/** Zoom of a map around one place, and of one over a whole country. Spec 1, point 9. */
export const MAP_ZOOM_PLACE = 12;
export const MAP_ZOOM_COUNTRY = 5;

/** Code of a phone number that no network has. API contract, section 1. */
export const PHONE_INVALID_CODE = 1030;
/** Code that users are told when the definition of a form cannot be loaded. Spec 1, point 8. */
export const FORM_CONFIG_CODE = 1014;

/** Youngest age that a job may ask for, in whole years, and the oldest that makes sense. Spec 1, point 9. */
export const JOB_AGE_MIN = 18;
export const JOB_AGE_MAX = 99;

/** Highest number of a peopleBox project: what PostgreSQL's integer holds. */
export const PEOPLE_BOX_PROJECT_MAX = 2_147_483_647;

/** Longest description of a job, in characters. */
export const DESCRIPTION_MAX = 5000;

/** What salaries are said in. Spec 1, point 9. */
export const MARKET_CURRENCY = 'TRY';

/** Highest salary, in the currency's main unit. */
export const SALARY_MAX = 10_000_000;

/** Tags, languages, shifts and places of one job at most. */
export const JOB_PARTS_MAX = 50;

/** Longest name of a tag or a place of work, in characters. */
export const TAG_MAX = 100;

/** Job cover: size after cropping in pixels, bytes at most, minutes that an upload address serves. Spec 1, point 9; API contract, section 5. */
export const COVER_WIDTH = 688;
export const COVER_HEIGHT = 352;
export const COVER_BYTES_MAX = 5_242_880;
export const UPLOAD_MINUTES = 10;

/** Milliseconds after the last key before positions and tax offices are searched. Spec 1, point 5. */
export const SEARCH_DELAY = 200;

/** Hours for which a repeated write with the same Idempotency-Key is answered as the first. API contract, section 11. */
export const IDEMPOTENCY_HOURS = 24;

/** Most of one thing in a basket. */
export const BASKET_QUANTITY_MAX = 99;
/** Characters of the name on a card. */
export const CARD_HOLDER_MAX = 100;
/** Longest comment on a worker, and on an appointment, in characters. */
export const COMMENT_MAX = 2000;

/** Minutes between the times at which an appointment may start, and its length. Spec 2, point 9. */
export const APPOINTMENT_STEP_MINUTES = 5;
export const APPOINTMENT_MINUTES = 60;
/** Zoom of the map of an appointment. Spec 2, point 9. */
export const MAP_ZOOM_APPOINTMENT = 10;

/** Rows of an Excel export that is made while the caller waits; over it, in the background. API contract, section 6. */
export const EXPORT_ROWS_DIRECT = 2000;
/** Hours for which an export that was made in the background can be fetched. */
export const EXPORT_HOURS = 24;

/** Threads on a page of an inbox; seconds between refreshes. Spec 2, point 9. */
export const INBOX_PAGE = 10;
export const INBOX_REFRESH_SECONDS = 180;
/** Seconds between polls of an open conversation. Spec 2, point 9. */
export const CHAT_POLL_SECONDS = 5;
/** Messages of a conversation that one answer holds. */
export const MESSAGES_PAGE = 50;
/** Longest push subscription, in bytes. API contract, section 3. */
export const FCM_TOKEN_MAX = 4096;
/** Seconds between the heartbeats of the event stream. API contract, section 8. */
export const EVENTS_HEARTBEAT_SECONDS = 15;
