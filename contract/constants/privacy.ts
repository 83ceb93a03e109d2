/** Months after the last action until a person is made anonymous; an organisation chooses one. */
export const RETENTION_MONTHS = [6, 12, 24] as const;
export type RetentionMonths = (typeof RETENTION_MONTHS)[number];
export const RETENTION_MONTHS_DEFAULT = 12;
/** Months for people who were hired, whatever the organisation chose. */
export const RETENTION_MONTHS_HIRED = 24;
/** The forecast counts the people who are due within these days. */
export const RETENTION_NOTICE_DAYS = 7;
/** The most people in the list of those who are due. */
export const DUE_LIST_MAX = 20_000;

/** The application filters that an organisation may switch off. */
export const PERSONAL_FILTERS = ['gender', 'military', 'ageMin', 'ageMax'] as const;

/** What a worker may ask for. */
export const PRIVACY_REQUEST_KINDS = ['data', 'erase'] as const;
export type PrivacyRequestKind = (typeof PRIVACY_REQUEST_KINDS)[number];
export const PRIVACY_REQUEST_STATES = ['open', 'done'] as const;
export type PrivacyRequestState = (typeof PRIVACY_REQUEST_STATES)[number];
/** Days that the organisation has to answer a request. */
export const PRIVACY_REQUEST_DAYS = 30;
/**
 * Days for which the file that answers a request stays on the worker's page, and for which the page says that data
 * were erased.
 */
export const PRIVACY_ANSWER_DAYS = 30;

/** What a worker may agree to. */
const CONSENT_PURPOSES = ['application', 'roster'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];
/** The version of the notice that applicants read. Raise it whenever its text changes. */
export const PRIVACY_TEXT_VERSION = '2026-11';

/** The longest note that says why data are on hold. */
export const HOLD_NOTE_MAX = 300;

/** The longest name that confirms an erasure. */
export const CONFIRM_NAME_MAX = 500;
