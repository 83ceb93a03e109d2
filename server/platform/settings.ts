import path from 'node:path';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import { INTERFACE_LOCALE } from '../../contract/constants/options';
import {
  readDemo,
  readMapTiles,
  type MapTiles,
  readProviders,
  type ProviderSettings,
  readPayment,
  type PaymentChoice,
} from './providerSettings';
import { choiceOf, fail, flagOf, SettingError, textOf, urlOf, wholeNumberOf, type Environment } from './environment';
import type { RequestRateSettings } from './limiter';
export { SettingError };

/** The settings of one server (docs/OPERATIONS.md#settings), read once at the start. */
export interface Settings extends ProviderSettings, PaymentChoice, RequestRateSettings {
  host: string;
  port: number;
  publicUrl: string;
  trustProxy: boolean;
  dataDir: string;
  /** The folder of the list of erasures, which has to outlive the store. */
  erasuresDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** ISO alpha-2 of the country whose holidays, forms and map centre apply. */
  countryCode: string;
  timeZone: string;
  dateLocale: string;
  googleMapsKey: string | null;
  /** Null: no map. */
  mapTiles: MapTiles | null;
  corsOrigins: string[];
  metricsToken: string | null;
  gatewayKey: string | null;
  /** Which workers get links to their pages: all, those from public pages, or none. */
  workerLinks: (typeof WORKER_LINKS)[number];
  demo: boolean;
  demoWorkers: boolean;
  supportReplay: boolean;
  /** True when browsers store the program of the daily pages (docs/decisions/0050-kept-program.md). */
  keepsProgram: boolean;
  /** True when statements carry a comment that names their request. */
  tagsStatements: boolean;
  /** True when an applicant's age counts in the match score. */
  scoreAge: boolean;
  /** Credits that a company gets when it registers. */
  signupCredits: number;
  /**
   * Countries (ISO alpha-2) to whose phones public pages send codes, in addition to the countries of registration.
   */
  applicantCountries: string[];
  /** Registration codes by SMS to one country in 24 hours; 0 means no limit. */
  smsCountryPerDay: number;
  logLevel: string;
  quotas: QuotaSettings;
}

/** Quotas of one organisation; 0 means no limit. */
interface QuotaSettings {
  /** Jobs created and copied in 24 hours. */
  jobsPerDay: number;
  /** Announced or uploaded covers that no job uses yet. */
  parkedUploads: number;
  /** Megabytes of job covers, including uploads that no job uses yet. */
  storageMegabytes: number;
}

const WORKER_LINKS = ['all', 'public', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const GATEWAY_KEY_MIN = 16;
/** Requests a minute: twenty a second, more than ten busy browsers of one account send. */
const RATE = { standard: 1200, max: 1_000_000 };

/** Sized for a chain of 500 branches that each open two jobs a day, with about 80,000 covers. */
const readQuotas = (env: Environment): QuotaSettings => ({
  jobsPerDay: wholeNumberOf(env, 'JOBS_PER_DAY', { standard: 1000, max: 1_000_000 }),
  parkedUploads: wholeNumberOf(env, 'PARKED_UPLOADS', { standard: 100, max: 1_000_000 }),
  storageMegabytes: wholeNumberOf(env, 'STORAGE_MEGABYTES', { standard: 5000, max: 10_000_000 }),
});

const portOf = (env: Environment): number => {
  const text = textOf(env, 'PORT') ?? '3000';
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535
    ? port
    : fail('PORT', 'must be a number from 1 to 65535');
};

/** Also accepts a Unix socket, as in postgres://user@/name?host=/run/postgresql, which is strictly not a URL. */
const databaseOf = (env: Environment): string | null => {
  const text = textOf(env, 'DATABASE_URL');
  if (text !== null && !/^postgres(ql)?:\/\/\S*\/\S+$/.test(text)) {
    fail('DATABASE_URL', 'must be an address such as postgres://user:password@host:5432/name');
  }
  return text;
};

const timeZoneOf = (env: Environment): string => {
  const timeZone = textOf(env, 'TIME_ZONE') ?? 'Europe/Istanbul';
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return fail('TIME_ZONE', 'must be the name of a time zone, such as Europe/Istanbul');
  }
};

const originsOf = (env: Environment): string[] =>
  (textOf(env, 'CORS_ORIGINS') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => urlOf('CORS_ORIGINS', part, ['http:', 'https:']).origin);

/** The country of the product's third language, whose numbers have nine digits and so cannot register. */
const APPLICANT_COUNTRIES = 'ES';

const countriesOf = (env: Environment): string[] => {
  const text = textOf(env, 'APPLICANT_COUNTRIES') ?? APPLICANT_COUNTRIES;
  if (text === 'none') return [];
  const codes = text.split(',').map((part) => part.trim());
  if (!codes.every((code) => isSupportedCountry(code)))
    fail('APPLICANT_COUNTRIES', 'must be countries by their codes, such as ES,PT, or none');
  return codes;
};

const gatewayKeyOf = (env: Environment): string | null => {
  const key = textOf(env, 'WORKER_GATEWAY_KEY');
  if (key !== null && key.length < GATEWAY_KEY_MIN)
    fail('WORKER_GATEWAY_KEY', `must have ${GATEWAY_KEY_MIN} characters or more`);
  return key;
};

/** Reads every setting; throws a `SettingError` of one line that names the first invalid one. */
export const readSettings = (env: Environment): Settings => {
  const host = textOf(env, 'HOST') ?? '127.0.0.1';
  const port = portOf(env);
  const databaseUrl = databaseOf(env);
  const dataDir = textOf(env, 'DATA_DIR') ?? './data';
  const address = textOf(env, 'PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const publicUrl = urlOf('PUBLIC_URL', address, ['http:', 'https:']);
  const trustProxy = flagOf(env, 'TRUST_PROXY', false);
  const providers = readProviders(env);
  const payment = readPayment(env);
  const demo = readDemo(env, { host, publicUrl, trustProxy, databaseUrl, ...providers, ...payment });
  const workers = flagOf(env, 'DEMO_WORKERS', true);
  // Demos are viewed in every language.
  const dateLocale = textOf(env, 'DATE_LOCALE') ?? (demo ? INTERFACE_LOCALE : 'tr');
  if (dateLocale !== INTERFACE_LOCALE && !/^[a-z]{2}(-[a-z]{2})?$/i.test(dateLocale))
    fail('DATE_LOCALE', 'must be a language, such as tr, or interface');
  return {
    host,
    port,
    publicUrl: publicUrl.href.replace(/\/$/, ''),
    trustProxy,
    dataDir,
    erasuresDir: textOf(env, 'ERASURES_DIR') ?? path.join(dataDir, 'erasures'),
    databaseUrl,
    countryCode: 'TR',
    timeZone: timeZoneOf(env),
    dateLocale,
    googleMapsKey: textOf(env, 'GOOGLE_MAPS_KEY'),
    mapTiles: readMapTiles(env),
    corsOrigins: originsOf(env),
    metricsToken: textOf(env, 'METRICS_TOKEN'),
    gatewayKey: gatewayKeyOf(env),
    // The demo shows all features.
    workerLinks: choiceOf(env, 'WORKER_LINKS', WORKER_LINKS, demo ? 'all' : 'public'),
    demo,
    demoWorkers: demo && workers,
    supportReplay: flagOf(env, 'SUPPORT_REPLAY', false),
    keepsProgram: flagOf(env, 'KEEP_PROGRAM', true),
    // Off by default: a tag makes each statement different, so that PostgreSQL cannot keep its plan.
    tagsStatements: flagOf(env, 'STATEMENT_TAGS', false),
    ...providers,
    ...payment,
    scoreAge: flagOf(env, 'SCORE_AGE', false),
    signupCredits: wholeNumberOf(env, 'SIGNUP_CREDITS', { standard: 1, max: 1000 }),
    userRate: wholeNumberOf(env, 'USER_RATE', RATE),
    networkRate: wholeNumberOf(env, 'NETWORK_RATE', RATE),
    applicantCountries: countriesOf(env),
    smsCountryPerDay: wholeNumberOf(env, 'SMS_COUNTRY_PER_DAY', { standard: 20_000, max: 10_000_000 }),
    quotas: readQuotas(env),
    // The demo runs in a user's terminal, so it logs only warnings.
    logLevel: choiceOf(env, 'LOG_LEVEL', LOG_LEVELS, demo ? 'warn' : 'info'),
  };
};
