import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { BRANCH_CASES } from '../../support/validationCases/branch';
import { HR_CASES, type Refusal, type ValidationCase } from '../../support/validationCases/hr';
import { testServer, type TestServer } from '../../support/testServer';
import { KINDS, staffOf } from './staff';

const KEYS: Record<Refusal, readonly string[]> = {
  // An empty value breaks a length, email or pattern rule.
  required: [ERROR_KEYS.fieldTooShort, ERROR_KEYS.fieldInvalid, ERROR_KEYS.fieldEmail],
  invalid: [ERROR_KEYS.fieldInvalid],
  email: [ERROR_KEYS.fieldEmail],
  tooLong: [ERROR_KEYS.fieldTooLong],
};

const CASES = KINDS.flatMap((kind) =>
  (kind.kind === 'branch' ? BRANCH_CASES : HR_CASES).map((one, at) => [kind.kind, one.name, kind, one, at] as const),
);

describe('the cases of the staff and branch forms', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it.each(CASES)('applies to %s the case %s', async (type, _, kind, { change, field, refusal }: ValidationCase, at) => {
    const email = `case${at}.${type.slice(0, 2)}@example.com`;
    const { status, body } = await staffOf(server, kind).create({ email, ...change });
    if (field === null) return expect(status).toBe(200);
    expect(status).toBe(400);
    expect(Object.keys(body.errors.children)).toEqual([field]);
    expect(KEYS[refusal!]).toContain(body.errors.children[field].errors[0]);
  });
});
