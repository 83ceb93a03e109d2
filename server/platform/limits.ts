import { ERROR_KEYS, type ErrorKey } from '../../contract/constants/errorKeys';

/** A rate limit: `points` times in `seconds`. */
export interface LimitRule {
  /** The start of its keys in the table `rate_limits`. */
  name: string;
  points: number;
  seconds: number;
  /** The key of the 429; by default the general one. */
  key?: ErrorKey;
  /** The 429 includes the allowed amount: the customer should know this quota. */
  isQuota?: true;
}

interface Limit extends LimitRule {
  /** What the limit counts, for the table in docs/OPERATIONS.md#limits. */
  counts: string;
  /** Each use above the points costs a proof of work; above `most` none is allowed. */
  needsWork?: true;
  most: number;
  /** The setting that gives the points; `withPoints` applies it. */
  setting?: string;
  /** What happens above the points, if it is neither a 429 nor work. */
  above?: string;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type More = Partial<Omit<Limit, 'name' | 'points' | 'seconds' | 'counts'>>;
type Row = [points: number, seconds: number, counts: string, more?: More];

const SMS = { key: ERROR_KEYS.phoneDailyLimit };
const IGNORED = 'not counted again';
/** Above the points a beginning application costs work, up to fifteen times as many. */
const applicationStarts = (points: number, counts: string): Row => [
  points,
  HOUR,
  counts,
  { needsWork: true, most: 15 * points },
];

const ROWS = {
  // Wrong passwords. An account is never locked: strangers from many networks pay with work.
  loginBrowser: [10, QUARTER, 'wrong passwords of a known browser'],
  loginAccountNetwork: [10, QUARTER, 'wrong passwords for an account from a network'],
  loginAddress: [100, QUARTER, 'wrong passwords from a network'],
  loginPrefix: [300, QUARTER, 'wrong passwords from a prefix'],
  loginEverywhere: [30, QUARTER, 'wrong passwords of strangers for an account', { needsWork: true }],
  // Counts right passwords only, so that a stranger cannot use up the limit.
  loginAccount: [30, QUARTER, 'sign-ins of an account', { above: 'its known browsers count as strangers' }],
  // Separate from sign-ins, so that a thief of a token cannot lock the owner out of the sign-in page.
  reauthenticateAccount: [10, QUARTER, 'wrong passwords asked again of an account'],
  reauthenticateNetwork: [100, QUARTER, 'wrong passwords asked again of a network'],
  forgetNetwork: [30, HOUR, 'forgotten passwords of a network'],
  forgetAccount: [5, HOUR, 'mails to an address that forgot its password', { above: 'no mail, silently' }],
  registerNetwork: [30, HOUR, 'registrations of a network'],
  // Each attempt reveals whether an email is taken.
  registerPhone: [10, HOUR, 'registrations with a proven phone'],

  smsNetwork: [20, DAY, 'registration codes of a network', SMS],
  smsPrefix: [60, DAY, 'registration codes of a prefix', SMS],
  // Per prefix, so that requests from elsewhere do not use it up.
  smsPhonePrefix: [5, DAY, 'codes to a phone from a prefix', SMS],
  // A short window, so that a stranger cannot block a phone for a day.
  smsPhoneBurst: [10, 10 * MINUTE, 'codes to a phone', SMS],
  // Limits the operator's bill.
  smsCountry: [0, DAY, 'codes to a country', { ...SMS, setting: 'SMS_COUNTRY_PER_DAY' }],
  smsPhone: [5, DAY, 'codes to a phone without work', { needsWork: true }],
  smsCountryHour: [200, HOUR, 'codes to a country without work', { needsWork: true }],
  smsAccount: [10, DAY, 'codes for changes of a profile', SMS],
  smsAccountsCountry: [2000, DAY, 'codes for changes of profiles to a country', SMS],
  // A code is one of 10,000, so 200 attempts find it with a chance of 2 %.
  smsWrong: [20, DAY, 'wrong codes for a phone', { needsWork: true, most: 200 }],
  smsTries: [60, HOUR, 'tries of codes of a network'],

  // Each request reveals whether the email is taken, and changing it back mails its real owner a text of the sender.
  emailAccount: [10, DAY, 'new emails of a profile'],
  // A server decodes one picture at a time for everyone.
  pictureAccount: [20, 10 * MINUTE, 'pictures of an account'],
  // Each address gets a mail, or reveals to the organisation that it is taken.
  staffAddresses: [300, DAY, 'addresses of staff and branches that an organisation enters'],
  // As many rows as the dashboard's largest file, for branches and for HR staff.
  staffImport: [2000, DAY, 'rows that an organisation imports'],
  invitationAccount: [5, DAY, 'invitations sent again to an account'],
  jobsMade: [
    0,
    DAY,
    'jobs that an organisation creates or copies',
    { setting: 'JOBS_PER_DAY', key: ERROR_KEYS.quotaJobs, isQuota: true },
  ],
  jobImage: [30, 10 * MINUTE, 'covers that a user announces'],
  // Each reads up to 20,000 applications.
  bulkPreview: [300, 10 * MINUTE, 'previews of bulk actions of an account'],
  exportAccount: [60, HOUR, 'workbooks of an account'],
  // Each decodes the person's photo.
  cv: [300, HOUR, 'CVs of an account'],
  exportMail: [20, HOUR, 'mails with a file of an account'],
  privacyExport: [30, HOUR, 'files of people of an account'],
  privacyDueList: [30, HOUR, 'lists of due people of an account'],
  // One note an hour, although each page of the list sends the same filters again.
  personalFilters: [1, HOUR, 'notes of the same personal filters of a user', { above: IGNORED }],
  paymentForm: [30, 10 * MINUTE, 'payment forms of a company'],
  poster: [60, 10 * MINUTE, 'posters of an account'],
  receipt: [60, 10 * MINUTE, 'receipts of a company'],
  // Each one sends the worker a message.
  appointmentMove: [120, HOUR, 'changed times of appointments of an account'],
  calendarFeed: [60, MINUTE, 'requests of a calendar feed'],

  workerLink: [60, MINUTE, 'requests of a worker’s link'],
  workerLinkDead: [60, MINUTE, 'dead and wrong links of a network'],
  workerData: [5, DAY, 'tries of the digits before a worker’s data file'],
  // A repeated request changes nothing, but counts.
  workerPrivacy: [10, DAY, 'requests for data or their erasure of a link'],
  publicPageRead: [300, MINUTE, 'public pages that a network reads'],
  // A form that waits stays in the store for half an hour.
  publicPageForm: [
    300,
    10 * MINUTE,
    'forms of public pages of a network',
    { most: 1200, above: 'it is kept and waits; above 1,200 a 429' },
  ],
  publicPageView: [1, HOUR, 'views of a page by a browser', { above: IGNORED }],
  applicationStart: applicationStarts(20, 'applications that a network begins; those of proved phones do not count'),
  applicationStartPrefix: applicationStarts(60, 'applications that a prefix begins'),
  applicationStartPage: applicationStarts(100, 'applications that begin on a page'),
  sitemap: [30, MINUTE, 'readings of the sitemap of a network'],

  challenge: [1, 5 * MINUTE, 'uses of a solved proof of work', { above: 'a new proof' }],
  requestsUser: [0, MINUTE, 'requests of an account', { setting: 'USER_RATE' }],
  requestsNetwork: [0, MINUTE, 'requests of a network without a session', { setting: 'NETWORK_RATE' }],
  requestsFiles: [0, MINUTE, 'files of the dashboard of a network', { setting: '10 × `NETWORK_RATE`' }],
} satisfies Record<string, Row>;

/** Every limit that the store counts. docs/OPERATIONS.md#limits shows this table, and tests try each of them. */
export const LIMITS = Object.fromEntries(
  Object.entries<Row>(ROWS).map(([key, [points, seconds, counts, more]]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, { name, points, seconds, counts, most: more?.needsWork ? Infinity : points, ...more }];
  }),
) as Record<keyof typeof ROWS, Limit>;

/** Returns a limit with the points of its setting. */
export const withPoints = (limit: Limit, points: number): Limit => ({ ...limit, points });
