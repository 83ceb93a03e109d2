import { mask, PIXEL, redact, REDACTED, redactPath } from '../../../../src/store/trace/redact';
import { NOW } from '../../../support/fakeClock';

const options = { now: NOW };

describe('replaces secrets without revealing their length', () => {
  test.each([
    'accessToken',
    'access_token',
    'fcm_token',
    'resetToken',
    'password',
    'firstPassword',
    'cvc',
    'pan',
    'cardNumber',
    'cardHolderName',
    'expireMonth',
    'expiry',
    'phoneVerifyCode',
    'smsCode',
    'Authorization',
    'identityNumber',
  ])('%s', (name) => {
    expect(redact({ a: [{ [name]: 'Planted 42' }] }, options)).toEqual({ a: [{ [name]: REDACTED }] });
  });
});

test('masks who declined an application, and shows who changed an appointment', () => {
  const shown = redact(
    [{ decision: { by: 'Deniz', reason: 'too_far', note: 'Ayşe' }, statusLog: [{ by: 'worker' }] }],
    options,
  );
  expect(shown).toEqual([
    { decision: { by: 'Xxxxx', reason: 'too_far', note: 'Xxxx' }, statusLog: [{ by: 'worker' }] },
  ]);
});

describe('masks personal data and messages with text of the same length', () => {
  test.each([
    ['firstName', 'Ayşe', 'Xxxx'],
    ['lastName', 'Yılmaz-Öz', 'Xxxxxx-Xx'],
    ['name', 'Kadıköy, 34', 'Xxxxxxx, 00'],
    ['author', 'Deniz K.', 'Xxxxx X.'],
    ['email', 'ayse.y1@demo.test', 'xxxx.x0@xxxx.xxxx'],
    ['phone', '+90 532 111 22 33', '+00 000 000 00 00'],
    ['contactTypePhoneNumber', '5321112233', '0000000000'],
    ['body', 'Merhaba 👋', 'Xxxxxxx 👋'],
    ['message', 'good worker', 'xxxx xxxxxx'],
    ['comment', 'ok', 'xx'],
    ['about', 'I am 20', 'X xx 00'],
    ['q', 'ayşe', 'xxxx'],
    ['code', '4812', '0000'],
    ['companyAddress', 'Moda Cd. 12', 'Xxxx Xx. 00'],
    ['aFieldOfTomorrow', 'Secret 7', 'Xxxxxx 0'],
    ['7/comment/501', 'typed', 'xxxxx'],
  ])('%s', (name, text, expected) => {
    expect(redact({ [name]: text }, options)).toEqual({ [name]: expected });
    expect(expected).toHaveLength(text.length);
  });
});

test('keeps the public texts of a package', () => {
  const features = [{ description: '2 job postings', preview: true, order: 1, icon: 'jobs' }];
  expect(redact({ products: [{ features, description: 'Typed' }] }, options)).toEqual({
    products: [{ features, description: 'Xxxxx' }],
  });
});

describe('a masked value keeps its shape', () => {
  test.each([
    ['a day', '1998-04-12', '2000-01-01'],
    ['an instant', '2026-11-18T09:30:00.000Z', '2000-01-01T00:00:00.000Z'],
    ['an instant with an offset', '2026-11-18T09:30:00+03:00', '2000-01-01T00:00:00+00:00'],
    ['a wall time', '2026-11-18 09:30:00', '2000-01-01 00:00:00'],
    ['a UUID', '0b8f7c1e-1111-4222-8333-123456789012', '00000000-0000-0000-0000-000000000000'],
  ])('%s', (_name, text, expected) => {
    expect(redact({ aFieldOfTomorrow: text }, options)).toEqual({ aFieldOfTomorrow: expected });
    expect(redact({ aFieldOfTomorrow: expected }, options)).toEqual({ aFieldOfTomorrow: expected });
  });
});

test('money, counts, dates and ids of packages, baskets and payments stay', () => {
  const id = '507f1f77bcf123456789cd01';
  const state = {
    basket: {
      _id: id,
      totalPrice: 2598.5,
      items: [{ _id: id, quantity: 2, unitPrice: 1299.25, product: { rule_price_ttl: '2026-11-18T09:00:00.000Z' } }],
    },
    pendingQuantities: { [id]: 3 },
    subscription: { nextPrice: { price: 99, jobCredits: 5, from: '2026-12-01T00:00:00.000Z' } },
    statement: [{ amount: -1, balance: 4 }],
    receipts: { [id]: { status: 'loaded' } },
    end: {
      basketId: id,
      attempt: '0b8f7c1e-1111-4222-8333-123456789012',
      result: 'failure',
      errorKey: 'card.declined',
    },
  };
  expect(redact(state, options)).toEqual(state);
});

test('a result shows an outcome, and no address or secret', () => {
  expect(redact({ result: 'pi_1_secret_2' }, options)).toEqual({ result: 'xx_0_xxxxxx_0' });
  expect(redact({ result: '/api/payment/page/a1b2' }, options)).toEqual({ result: '/api/payment/page/x0x0' });
});

test('a name can show its numbers and mask its texts', () => {
  expect(redact([{ position: 4 }, { position: 'Cook' }], options)).toEqual([{ position: 4 }, { position: 'Xxxx' }]);
});

describe('keeps what support needs', () => {
  test.each<[string, unknown]>([
    ['status', 'loaded'],
    ['id', 501],
    ['jobId', 11],
    ['applicationIds', [1, 2]],
    ['createdAt', '2026-11-18T09:00:00.000Z'],
    ['startAt', '2026-11-23 11:00:00'],
    ['title', 'Barista'],
    ['key', 'job.not_active'],
    ['requestId', '0b8f7c1e-1111-4222-8333-123456789012'],
    ['fields', { email: 'validation.email' }],
    ['category', { id: 2, name: 'Yeme içme' }],
    ['appointment', { status: { name: 'WAITING' } }],
    ['counts', { status: 'loaded', data: { filtered: 3, total: 40 } }],
    ['stages', { status: 'loaded', data: { new: 5, hired: 2 } }],
    ['shortlist', { 8123: { status: 'loading' } }],
    ['isSeen', false],
    ['user', null],
  ])('%s', (name, value) => expect(redact({ [name]: value }, options)).toEqual({ [name]: value }));
});

describe('masks personal data inside fields that stay', () => {
  test.each([
    ['a phone in a title', 'Barista, call 0532 111 22 33', 'Barista, call 0000 000 00 00'],
    ['a card in a title', '4242-4242-4242-4242', '0000-0000-0000-0000'],
    ['an email address', 'Write to a@b.co', 'Write to x@x.xx'],
    ['a header', 'Bearer abc.def', `Bearer ${REDACTED}`],
  ])('%s', (_name, title, expected) => expect(redact({ title }, options)).toEqual({ title: expected }));

  test('masks field names as well', () => {
    expect(redact({ 'a@b.co': 'draft', '05321112233': 1 }, options)).toEqual({ 'x@x.xx': 'xxxxx', '00000000000': 0 });
  });
});

describe('numbers', () => {
  test.each([
    ['phone', 5321112233, 0],
    ['latitude', 40.98, 0],
    ['identityNumber', 12345678901, 0],
    ['total', 12, 12],
  ])('%s', (name, number, expected) => expect(redact({ [name]: number }, options)).toEqual({ [name]: expected }));
});

test.each([
  ['1998-04-12', '1998-01-01'],
  ['1998-12-12', '1999-01-01'],
])('a birth date of %s keeps the age', (birthDate, expected) => {
  expect(redact({ birthDate }, options)).toEqual({ birthDate: expected });
});

test('replaces each picture with one transparent pixel and keeps null', () => {
  const state = { imageUrl: '/files/a.jpg?sig=1', image: null, photoChosen: 'data:image/png;base64,AAAA' };
  expect(redact(state, options)).toEqual({ imageUrl: PIXEL, image: null, photoChosen: PIXEL });
});

test.each([
  ['/jobs/detail/11/101/messages', '/jobs/detail/11/101/messages'],
  ['/payment/3ds', '/payment/3ds'],
  ['/applications?jobId=11&page=2&activeTab=all', '/applications?jobId=11&page=2&activeTab=all'],
  ['/applications?view=12&page=1&gender=', '/applications?view=12&page=1&gender='],
  ['/applications?q=ayşe&ageMin=20', '/applications?q=xxxx&ageMin=20'],
  ['/reset-password/abcdef', `/reset-password/${REDACTED}`],
  ['/restore-email/abcdef', `/restore-email/${REDACTED}`],
  ['/user/reset-password-valid-token/abcdef', `/user/reset-password-valid-token/${REDACTED}`],
  ['/x/a1b2c3d4', '/x/x0x0x0x0'],
  ['/login#Planted', '/login'],
])('the address %s', (address, expected) => expect(redactPath(address, options)).toBe(expected));

test('removes the mark of redux-persist and changes nothing the second time', () => {
  const state = {
    session: { _persist: { version: 1 }, user: { firstName: 'Ayşe', birthDate: '1998-12-12', imageUrl: '/a' } },
    to: '/inbox/4?q=a',
    accessToken: 'abc',
  };
  const once = redact(state, options);
  expect(JSON.stringify(once)).not.toContain('_persist');
  expect(redact(once, options)).toEqual(once);
});

test('masks the same text the same way', () => {
  expect(mask('Öğüt 12')).toBe(mask('Öğüt 12'));
});

test('a saved view names the same list and hides its name', () => {
  const query = {
    status: 'in_progress,accepted',
    ...{
      jobId: 7,
      branchId: 4,
      isShortlisted: true,
      sort: 'deadline',
      isSeen: false,
      need: 'decide',
      needState: 'due',
    },
    ...{
      gender: 'male',
      military: 3,
      ageMin: 20,
      ageMax: 40,
      distanceMax: 5,
      experienceMin: 12,
      education: 'university',
    },
  };
  const view = { id: 12, version: 3, name: 'Ayşe', isShared: true, query };
  const shown = { ...view, name: 'Xxxx' };
  expect(redact({ views: { list: { data: [view] } } }, options)).toEqual({ views: { list: { data: [shown] } } });
});
