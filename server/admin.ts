import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { PASSWORD_MAX, PASSWORD_MIN, TEXT_MAX } from '../contract/constants/limits';
import { Email } from '../contract/schemas/common';
import { runCommand } from './command';
import { audit } from './platform/audit';
import { hashPassword } from './platform/auth/passwords';
import { systemClock } from './platform/clock';
import { matches } from './platform/http/validation';
import { readSettings } from './platform/settings';
import { StartError } from './platform/startError';
import { openStore, type Store } from './store';

const USAGE =
  'npm run admin -- create-root --email E --company C [--first-name F] [--last-name L] [--password-stdin]: makes an organisation with its root account.';
// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

interface RootAccount {
  email: string;
  company: string;
  firstName: string;
  lastName: string;
  readsPassword: boolean;
}

const generatePassword = (): string =>
  Array.from({ length: PASSWORD_MAX }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const optionsOf = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        company: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}. ${USAGE}`);
  }
};

const parse = (args: string[]): RootAccount => {
  const { values, positionals } = optionsOf(args);
  if (positionals.join(' ') !== 'create-root') throw new StartError(USAGE);
  const email = values.email?.trim() ?? '';
  const company = values.company?.trim() ?? '';
  if (!matches(Email, email)) throw new StartError(`--email: an address is needed. ${USAGE}`);
  if (company === '' || company.length > TEXT_MAX) throw new StartError(`--company: a name is needed. ${USAGE}`);
  const firstName = values['first-name']?.trim() || company;
  return {
    email,
    company,
    firstName,
    lastName: values['last-name']?.trim() ?? '',
    readsPassword: values['password-stdin'] ?? false,
  };
};

const readPassword = async (): Promise<string> => {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    throw new StartError(`The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  }
  return password;
};

const createRoot = async ({ db }: Store, account: RootAccount, password: string): Promise<void> => {
  const { email, company, firstName, lastName } = account;
  const now = systemClock.now();
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const organisation = await trx
      .insertInto('organisations')
      .values({ name: company, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const user = await trx
      .insertInto('users')
      .values({
        organisation_id: organisation.id,
        user_type: 'root',
        email,
        password_hash,
        company_name: company,
        first_name: firstName,
        last_name: lastName,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const actor = { kind: 'operator', organisationId: organisation.id } as const;
    await audit(trx, systemClock, actor, { action: 'account.created', subjectType: 'user', subjectId: user.id });
  });
};

/** Operators' commands on the store of the settings, beside a running server or without one. */
export const main = (root: string, args: string[]): Promise<void> =>
  runCommand(async () => {
    const account = parse(args);
    const password = account.readsPassword ? await readPassword() : generatePassword();
    const store = await openStore({ settings: readSettings(process.env), root, mayShare: true });
    try {
      await createRoot(store, account, password).catch((error: { constraint?: string }) => {
        throw error.constraint === 'users_email'
          ? new StartError(`--email: ${account.email} has an account already.`)
          : error;
      });
    } finally {
      await store.close();
    }
    console.log(`Created ${account.email}, root of ${account.company}.`);
    if (!account.readsPassword) console.log(`Password (shown only now): ${password}`);
  });
