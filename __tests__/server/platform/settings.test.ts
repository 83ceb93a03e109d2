import { SettingError, readSettings, type Settings } from '../../../server/platform/settings';

const URL = 'postgres://somebody@db.example/dashboard';

const TWILIO = {
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'hunter2',
  TWILIO_FROM: '+15017122661',
};
const NETGSM = { SMS_PROVIDER: 'netgsm', NETGSM_USERCODE: '850', NETGSM_PASSWORD: 'hunter2', NETGSM_HEADER: 'JOBS' };
const S3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_REGION: 'eu-1',
  S3_BUCKET: 'jobs',
  S3_ACCESS_KEY_ID: 'AK',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};

const IYZICO = { PAYMENT_PROVIDER: 'iyzico', IYZICO_API_KEY: 'key', IYZICO_SECRET_KEY: 'hunter2' };
const STRIPE = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_hunter2',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
};

describe('settings', () => {
  it('need none: loopback, port 3000, embedded database, demo', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      trustProxy: false,
      dataDir: './data',
      erasuresDir: 'data/erasures',
      databaseUrl: null,
      timeZone: 'Europe/Istanbul',
      dateLocale: 'interface',
      paymentFlow: 'basket',
      googleMapsKey: null,
      mapTiles: null,
      corsOrigins: [],
      metricsToken: null,
      gatewayKey: null,
      demo: true,
      demoWorkers: true,
      supportReplay: false,
      tagsStatements: false,
    });
  });

  it.each<[Record<string, string>, Partial<Settings>]>([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
    [
      { PORT: ' ', TIME_ZONE: '' },
      { port: 3000, timeZone: 'Europe/Istanbul' },
    ],
    [
      { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=1', MAP_ATTRIBUTION: '© Tiles' },
      { mapTiles: { url: 'https://tiles.example/{z}/{x}/{y}.png?key=1', attribution: '© Tiles' } },
    ],
    [
      { MAP_TILES_URL: 'http://127.0.0.1:8080/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'Ours' },
      { mapTiles: { url: 'http://127.0.0.1:8080/{z}/{x}/{y}.png', attribution: 'Ours' } },
    ],
    [{ PUBLIC_URL: 'https://jobs.example/' }, { publicUrl: 'https://jobs.example' }],
    [
      { CORS_ORIGINS: 'https://a.example, http://b.example:81/x' },
      { corsOrigins: ['https://a.example', 'http://b.example:81'] },
    ],
    [
      { TRUST_PROXY: '1', SUPPORT_REPLAY: 'true' },
      { trustProxy: true, supportReplay: true },
    ],
    [{ DEMO: '0' }, { demo: false, demoWorkers: false, dateLocale: 'tr' }],
    [{ DATE_LOCALE: 'es' }, { demo: true, dateLocale: 'es' }],
    [{ DEMO_WORKERS: '0' }, { demo: true, demoWorkers: false }],
    [{ DATABASE_URL: URL }, { databaseUrl: URL, demo: false, tagsStatements: false }],
    [{ STATEMENT_TAGS: '1' }, { tagsStatements: true }],
    [{ DATABASE_URL: 'postgres://me@/name?host=/run/pg' }, { databaseUrl: 'postgres://me@/name?host=/run/pg' }],
    [
      { HOST: '0.0.0.0', DEMO: '0' },
      { host: '0.0.0.0', demo: false },
    ],
    [{ HOST: 'localhost' }, { demo: true }],
    [{ HOST: '::1' }, { demo: true, publicUrl: 'http://[::1]:3000' }],
    [{ PUBLIC_URL: 'http://localhost:3001' }, { demo: true }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ PAYMENT_FLOW: 'provider_form' }, { paymentFlow: 'provider_form' }],
    [{}, { scoreAge: false }],
    [{ SCORE_AGE: '1' }, { scoreAge: true }],
    [{ SIGNUP_CREDITS: '0' }, { signupCredits: 0 }],
    [{}, { userRate: 1200, networkRate: 1200 }],
    [{}, { quotas: { jobsPerDay: 1000, parkedUploads: 100, storageMegabytes: 5000 } }],
    [{}, { applicantCountries: ['ES'] }],
    [{ APPLICANT_COUNTRIES: 'ES, PT' }, { applicantCountries: ['ES', 'PT'] }],
    [{ APPLICANT_COUNTRIES: 'none' }, { applicantCountries: [] }],
    [{}, { smsCountryPerDay: 20_000 }],
    [{ SMS_COUNTRY_PER_DAY: '0' }, { smsCountryPerDay: 0 }],
    [
      { JOBS_PER_DAY: '0', PARKED_UPLOADS: '7', STORAGE_MEGABYTES: '20000' },
      { quotas: { jobsPerDay: 0, parkedUploads: 7, storageMegabytes: 20_000 } },
    ],
    [
      { USER_RATE: '0', NETWORK_RATE: '600' },
      { userRate: 0, networkRate: 600 },
    ],
    [{}, { signupCredits: 1, sms: { provider: 'outbox' }, mail: null, s3: null }],
    [
      { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'Jobs <no-reply@jobs.example>' },
      { mail: { url: 'smtps://u:p@mail.example:465', from: 'Jobs <no-reply@jobs.example>' } },
    ],
    [
      TWILIO,
      {
        sms: {
          provider: 'twilio',
          accountSid: 'AC1',
          authToken: 'hunter2',
          from: '+15017122661',
          apiUrl: 'https://api.twilio.com',
        },
      },
    ],
    [
      NETGSM,
      {
        sms: {
          provider: 'netgsm',
          userCode: '850',
          password: 'hunter2',
          header: 'JOBS',
          apiUrl: 'https://api.netgsm.com.tr',
        },
      },
    ],
    [
      S3,
      {
        s3: {
          endpoint: 'https://s3.example',
          region: 'eu-1',
          bucket: 'jobs',
          accessKeyId: 'AK',
          secretAccessKey: 'hunter2',
        },
      },
    ],
    [{}, { payment: { provider: 'sandbox' } }],
    [
      IYZICO,
      {
        paymentFlow: 'basket',
        payment: { provider: 'iyzico', apiKey: 'key', secretKey: 'hunter2', apiUrl: 'https://api.iyzipay.com' },
      },
    ],
    [
      { ...IYZICO, IYZICO_API_KEY: 'sandbox-a', IYZICO_SECRET_KEY: 'sandbox-b', PAYMENT_FLOW: 'provider_form' },
      {
        paymentFlow: 'provider_form',
        payment: {
          provider: 'iyzico',
          apiKey: 'sandbox-a',
          secretKey: 'sandbox-b',
          apiUrl: 'https://sandbox-api.iyzipay.com',
        },
      },
    ],
    [
      STRIPE,
      {
        paymentFlow: 'provider_form',
        payment: {
          provider: 'stripe',
          secretKey: 'sk_test_hunter2',
          publishableKey: 'pk_test_1',
          webhookSecret: 'whsec_hunter2',
          apiUrl: 'https://api.stripe.com',
        },
      },
    ],
  ])('accept %j', (env, expected) => {
    expect(readSettings(env)).toMatchObject(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: '0' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3e3' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'jobs.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x/y' }],
    ['DATABASE_URL', { DATABASE_URL: 'nonsense' }],
    ['TIME_ZONE', { TIME_ZONE: 'Europe/Atlantis' }],
    ['APPLICANT_COUNTRIES', { APPLICANT_COUNTRIES: 'ES,Portugal' }],
    ['APPLICANT_COUNTRIES', { APPLICANT_COUNTRIES: 'es' }],
    ['DATE_LOCALE', { DATE_LOCALE: 'Turkish' }],
    ['DATE_LOCALE', { DATE_LOCALE: 'Interface' }],
    ['PAYMENT_FLOW', { PAYMENT_FLOW: 'cash' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://a.example,*' }],
    ['WORKER_GATEWAY_KEY', { WORKER_GATEWAY_KEY: 'short' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DEMO', { DEMO: 'on' }],
    ['DEMO', { HOST: '0.0.0.0', DEMO_PUBLIC: '1' }],
    ['DEMO', { ...IYZICO, DEMO: '1' }],
    ['DEMO', { ...STRIPE, DEMO: '1', DEMO_PUBLIC: '1' }],
    ['DEMO_PUBLIC', { DEMO_PUBLIC: 'maybe' }],
    ['DEMO_WORKERS', { DEMO_WORKERS: '2' }],
    ['DEMO_PUBLIC', { DEMO_PUBLIC: 'maybe', DEMO: '0' }],
    ['DEMO_WORKERS', { DEMO_WORKERS: '2', DEMO: '0' }],
    ['SUPPORT_REPLAY', { SUPPORT_REPLAY: '2' }],
    ['STATEMENT_TAGS', { STATEMENT_TAGS: 'on' }],
    ['SIGNUP_CREDITS', { SIGNUP_CREDITS: '-1' }],
    ['USER_RATE', { USER_RATE: 'many' }],
    ['JOBS_PER_DAY', { JOBS_PER_DAY: '-1' }],
    ['PARKED_UPLOADS', { PARKED_UPLOADS: 'few' }],
    ['STORAGE_MEGABYTES', { STORAGE_MEGABYTES: '5GB' }],
    ['NETWORK_RATE', { NETWORK_RATE: '-1' }],
    ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
    ['TWILIO_FROM', { ...TWILIO, TWILIO_FROM: '' }],
    ['TWILIO_ACCOUNT_SID', { ...TWILIO, TWILIO_ACCOUNT_SID: '../x' }],
    ['TWILIO_API_URL', { ...TWILIO, TWILIO_API_URL: 'http://twilio.example' }],
    ['NETGSM_USERCODE', { SMS_PROVIDER: 'netgsm' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }],
    ['S3_REGION', { ...S3, S3_REGION: '' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: '' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: 'http://s3.example' }],
    ['S3_BUCKET', { ...S3, S3_BUCKET: '../x' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: 'https://s3.example/?x=1' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: 'https://u:p@s3.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' }],
    ['NETGSM_HEADER', { SMS_PROVIDER: 'netgsm', NETGSM_USERCODE: '850', NETGSM_PASSWORD: 'x' }],
    ['NETGSM_API_URL', { ...NETGSM, NETGSM_API_URL: 'http://sms.example' }],
    ['MAP_ATTRIBUTION', { MAP_ATTRIBUTION: '© Tiles' }],
    ['MAP_ATTRIBUTION', { MAP_TILES_URL: 'https://t.example/{z}/{x}/{y}.png' }],
    ...[
      'http://t.example/{z}/{x}/{y}.png',
      'https://t.example/{z}/{x}.png',
      'https://t.example/{z}/{x}/{y}/{y}.png',
      'https://{s}.t.example/{z}/{x}/{y}.png',
      'https://t.example/{z}/{x}/{y}{r}.png',
      'https://u:p@t.example/{z}/{x}/{y}.png',
      'https://t.example;script-src/{z}/{x}/{y}.png',
      'ftp://t.example/{z}/{x}/{y}.png',
      '/{z}/{x}/{y}.png',
    ].map((url): [string, Record<string, string>] => ['MAP_TILES_URL', { MAP_TILES_URL: url, MAP_ATTRIBUTION: '©' }]),
    ['PAYMENT_PROVIDER', { PAYMENT_PROVIDER: 'cash' }],
    ['PAYMENT_PROVIDER', { ...IYZICO, PAYMENT_PROVIDER: '' }],
    ['PAYMENT_PROVIDER', { STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['IYZICO_API_KEY', { PAYMENT_PROVIDER: 'iyzico' }],
    ['IYZICO_SECRET_KEY', { ...IYZICO, IYZICO_SECRET_KEY: '' }],
    ['IYZICO_SECRET_KEY', { ...IYZICO, IYZICO_SECRET_KEY: 'sandbox-hunter2' }],
    ['IYZICO_API_URL', { ...IYZICO, IYZICO_API_URL: 'http://api.example' }],
    ['PAYMENT_FLOW', { ...STRIPE, PAYMENT_FLOW: 'basket' }],
    ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_hunter2' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'sk_test_hunter2' }],
    ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'hunter2' }],
    ['STRIPE_API_URL', { ...STRIPE, STRIPE_API_URL: 'https://x.example/?a=1' }],
  ])('stop the start over %s with one line that names it: %j', (name, env) => {
    const read = () => readSettings(env);
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name}\\b[^\\n]*$`));
  });

  it('keep secrets out of the line', () => {
    for (const env of [
      { DATABASE_URL: 'mysql://user:hunter2@x/y' },
      { SMTP_URL: 'http://user:hunter2@mail.example' },
      { ...TWILIO, TWILIO_FROM: '' },
      { ...NETGSM, NETGSM_API_URL: 'https://user:hunter2@sms.example' },
      { ...S3, S3_BUCKET: '' },
      { ...IYZICO, IYZICO_SECRET_KEY: 'sandbox-hunter2' },
      { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_hunter2' },
      { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'hunter2' },
    ]) {
      expect(() => readSettings(env)).toThrow(/^(?!.*hunter2)/);
    }
  });

  const NOT_PRIVATE: [string, Record<string, string>][] = [
    ['HOST=0.0.0.0', { HOST: '0.0.0.0' }],
    ['HOST=192.168.1.5', { HOST: '192.168.1.5', PUBLIC_URL: 'http://localhost:3000' }],
    ['PUBLIC_URL=https://jobs.example', { PUBLIC_URL: 'https://jobs.example' }],
    ['TRUST_PROXY=1', { TRUST_PROXY: '1' }],
    ['DATABASE_URL', { DATABASE_URL: URL }],
    ['SMS_PROVIDER=twilio', TWILIO],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@jobs.example' }],
    ['S3_ENDPOINT', S3],
  ];

  it.each([...NOT_PRIVATE, ['PAYMENT_PROVIDER=iyzico', IYZICO], ['PAYMENT_PROVIDER=stripe', STRIPE]] as const)(
    'start no demo by default with %s',
    (_setting, env) => {
      expect(readSettings(env)).toMatchObject({ demo: false, demoWorkers: false });
    },
  );

  it.each(NOT_PRIVATE)('require a second confirmation of a demo with %s', (setting, env) => {
    const failure = `DEMO: has fixed passwords; with ${setting} it also needs DEMO_PUBLIC=1`;
    expect(() => readSettings({ ...env, DEMO: '1' })).toThrow(new SettingError(failure));
    expect(readSettings({ ...env, DEMO: '1', DEMO_PUBLIC: '1' })).toMatchObject({ demo: true });
  });

  it('name the payment provider that excludes a demo', () => {
    expect(() => readSettings({ ...STRIPE, DEMO: '1', DEMO_PUBLIC: '1' })).toThrow(
      new SettingError('DEMO: must be 0 with PAYMENT_PROVIDER=stripe: the demo passwords are public'),
    );
  });
});
