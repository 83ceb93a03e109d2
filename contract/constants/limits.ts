/** Password lengths, in characters. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 16;

/** Longest email, in characters (RFC 5321: a path of 256 with its brackets). */
export const EMAIL_MAX = 254;

/** Longest free text field, in characters. */
export const TEXT_MAX = 255;

/** Default and largest number of rows of a list page. See docs/API.md#paging. */
export const PAGE_LIMIT_DEFAULT = 10;
export const PAGE_LIMIT_MAX = 500;

/** Highest page of a list, which keeps the offset (`page` × `limit`) cheap. Clients read on with `before`. */
export const PAGE_MAX = 100_000;

/** A match score of at least this fraction counts as high. See docs/PRODUCT.md#match-score. */
export const HIGH_MATCH_SCORE = 0.6;

/** Limits of the applicant filters: ages in whole years, distance in km. */
export const FILTER_AGE_MIN = 1;
export const FILTER_AGE_MAX = 99;
export const FILTER_DISTANCE_MIN = 1;
export const FILTER_DISTANCE_MAX = 50;

/** Longest search text, in characters. */
export const SEARCH_MAX = 100;

/** Hours of working time in which an application should be answered. See docs/PRODUCT.md#remaining-time. */
export const ANSWER_HOURS = 24;

/** Hours after which an unanswered invitation expires. */
export const APPOINTMENT_EXPIRY_HOURS = 24;

/** The branch dropdown cuts company names at this many characters. */
export const BRANCH_NAME_CUT = 21;

/** Longest chat message after trimming, in characters. */
export const MESSAGE_MAX = 2000;

/** Largest id: ids stay exact in JSON and fit PostgreSQL's bigint. */
export const ID_MAX = Number.MAX_SAFE_INTEGER;

/** Days for which an access token is valid. After the first day `GET /user/me` rotates it. */
export const TOKEN_DAYS = 14;
/** Days after the sign-in at which a session ends, even when its token was rotated. */
export const SESSION_DAYS = 90;
/** Seconds for which a rotated token stays valid, for other tabs. */
export const ROTATED_TOKEN_GRACE_SECONDS = 60;

/** Minutes after a password check in which email, phone and password may change. See docs/API.md#sensitive-changes. */
export const PASSWORD_PROOF_MINUTES = 10;
/** Days for which the old email address can be restored. See docs/API.md#sensitive-changes. */
export const EMAIL_RESTORE_DAYS = 7;

/** Digits of a phone number without the country code. */
export const PHONE_DIGITS = 10;

/** Longest company address, in characters. */
export const ADDRESS_MAX = 1000;

/**
 * The digits of a phone code, its lifetime in seconds, and how many wrong tries end it. See docs/API.md#phone-calls.
 */
export const SMS_CODE_DIGITS = 4;
export const SMS_CODE_SECONDS = 180;
export const SMS_CODE_TRIES = 5;
/**
 * Seconds left on the countdown at which a code can be sent again; it can also be sent again at 0. See
 * docs/PRODUCT.md#phone-codes.
 */
export const SMS_RESEND_AT = 150;
/** Minutes for which a verified phone is valid. */
export const PHONE_VERIFIED_MINUTES = 30;

/** Lifetimes of a link to set a password: a requested one and the one of an invitation. */
export const RESET_HOURS = 1;
export const INVITATION_DAYS = 7;

/** Most suggestions of a place search, and milliseconds after the last key before it starts. */
export const PLACES_MAX = 10;
export const PLACE_SEARCH_DELAY = 250;

/** Width and height of an uploaded avatar, in pixels. */
export const AVATAR_SIZE = 320;
/** Longest `image` of a profile update, in base64 characters (about 500 kB of JPEG). */
export const AVATAR_MAX = 700_000;

/** Map zoom for one place and for a whole country. */
export const MAP_ZOOM_PLACE = 12;
export const MAP_ZOOM_COUNTRY = 5;

/** Error code of an invalid phone number. See docs/API.md#errors. */
export const PHONE_INVALID_CODE = 1030;
/** The error code that users see when a form definition fails to load. */
export const FORM_CONFIG_CODE = 1014;

/** Lowest and highest age that a job may require, in whole years. */
export const JOB_AGE_MIN = 18;
export const JOB_AGE_MAX = 99;

/** Most people whom an employer may want to hire for one job. */
export const HIRES_WANTED_MAX = 999;

/** Most jobs that the page Today offers to close at once. */
export const FILLED_JOBS_MAX = 20;

/** Highest peopleBox project number, the largest `integer` of PostgreSQL. */
export const PEOPLE_BOX_PROJECT_MAX = 2_147_483_647;

/** Longest description of a job, in characters. */
export const DESCRIPTION_MAX = 5000;

/** The currency of salaries. */
export const MARKET_CURRENCY = 'TRY';

/** Highest salary, in the currency's main unit. */
export const SALARY_MAX = 10_000_000;

/** Most tags, languages, shifts and places of one job. */
export const JOB_PARTS_MAX = 50;

/** Longest name of a tag or a place of work, in characters. */
export const TAG_MAX = 100;

/**
 * Size of a job cover after cropping, in pixels, its most bytes, and minutes for which an upload address is valid. See
 * docs/API.md#images.
 */
export const COVER_WIDTH = 688;
export const COVER_HEIGHT = 352;
export const COVER_BYTES_MAX = 5_242_880;
export const UPLOAD_MINUTES = 10;

/** Milliseconds after the last key before a search for positions or tax offices starts. */
export const SEARCH_DELAY = 200;

/** Rows that one import call creates at most. */
export const IMPORT_CHUNK_MAX = 200;

/** Rows and bytes of a file that the dashboard imports at most, and its bytes once unpacked. */
export const IMPORT_ROWS_MAX = 1000;
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024;
export const IMPORT_UNPACKED_MAX = 32 * 1024 * 1024;

/**
 * Hours for which a repeated write with the same Idempotency-Key returns the first response. See
 * docs/API.md#idempotency.
 */
export const IDEMPOTENCY_HOURS = 24;

/** Highest quantity of one item in a basket. */
export const BASKET_QUANTITY_MAX = 99;
/** Longest name on a card, in characters. */
export const CARD_HOLDER_MAX = 100;
/** Longest comment on a worker, and on an appointment, in characters. */
export const COMMENT_MAX = 2000;

/** Lists cut a message to this many characters. */
export const MESSAGE_EXCERPT = 200;

/**
 * Minutes between possible start times of an appointment, and its length in minutes. See docs/PRODUCT.md#invitation.
 */
export const APPOINTMENT_STEP_MINUTES = 5;
export const APPOINTMENT_MINUTES = 60;
export const MAP_ZOOM_APPOINTMENT = 10;

/**
 * Most rows of an Excel export that the response contains. Larger exports run in the background. See
 * docs/API.md#export-calls.
 */
export const EXPORT_ROWS_DIRECT = 2000;
/** Hours for which a background export can be downloaded. */
export const EXPORT_HOURS = 24;

/** Threads on an inbox page, and seconds between refreshes. */
export const INBOX_PAGE = 10;
export const INBOX_REFRESH_SECONDS = 180;
/** Seconds between polls of an open conversation. */
export const CHAT_POLL_SECONDS = 5;
/** Messages in one response. */
export const MESSAGES_PAGE = 50;
/** Longest push subscription, in bytes. */
export const FCM_TOKEN_MAX = 4096;
export const EVENTS_HEARTBEAT_SECONDS = 15;
