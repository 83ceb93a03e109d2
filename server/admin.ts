import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { PASSWORD_MAX, PASSWORD_MIN, TEXT_MAX } from '../contract/constants/limits';
import { Email } from '../contract/schemas/common';
import { AUDIT_MONTHS_MIN, removeOldAudit } from './modules/operations';
import { runCommand, openStore, type Store } from './store';
import { renewLink as renew } from './modules/workerLinks';
import { settleManually, type ManualResult } from './modules/payment';
import { audit } from './platform/audit';
import { hashPassword } from './platform/auth/passwords';
import { systemClock } from './platform/clock';
import { matches } from './platform/http/validation';
import { sharedSecret } from './platform/secrets';
import { readSettings } from './platform/settings';
import { StartError } from './platform/errors';

const USAGE =
  'npm run admin -- create-root --email E --company C [--first-name F] [--last-name L] [--password-stdin]: creates an organisation with its root account.';
const SETTLE_USAGE =
  'npm run admin -- settle-renewal --payment ID --taken yes|no: records whether the provider charged a renewal that got no response.';
const REMOVE_USAGE = `npm run admin -- remove-audit --months N [--dry-run]: removes rows of the audit log older than N months, at least ${AUDIT_MONTHS_MIN}.`;
const LINK_USAGE =
  'npm run admin -- renew-link --application ID: replaces the link to a worker’s page, so that the old one is dead.';
// Excludes letters and digits that look alike.
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
        payment: { type: 'string' },
        taken: { type: 'string' },
        months: { type: 'string' },
        application: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}. ${USAGE}`);
  }
};

const parse = ({ values }: ReturnType<typeof optionsOf>): RootAccount => {
  const email = values.email?.trim() ?? '';
  const company = values.company?.trim() ?? '';
  if (!matches(Email, email)) throw new StartError(`--email must be an email address. ${USAGE}`);
  if (company === '' || company.length > TEXT_MAX) throw new StartError(`--company must be a name. ${USAGE}`);
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
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const organisation = await trx
      .insertInto('organisations')
      .values({ name: company, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const user = await trx
      .insertInto('users')
      .values({
        organisationId: organisation.id,
        userType: 'root',
        email,
        passwordHash,
        companyName: company,
        firstName,
        lastName,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const actor = { kind: 'operator', organisationId: organisation.id } as const;
    await audit({ trx, clock: systemClock }, actor, 'account.created', ['user', user.id]);
  });
};

const ANSWERS: Record<ManualResult, string> = {
  settled: 'is settled.',
  unknown: 'is not a renewal of this store.',
  already_settled: 'is already settled.',
  too_recent: 'was sent less than half an hour ago: the response may still arrive.',
};

const settleRenewal = async (root: string, { values }: ReturnType<typeof optionsOf>): Promise<void> => {
  const { payment = '', taken } = values;
  if (payment === '' || (taken !== 'yes' && taken !== 'no')) throw new StartError(SETTLE_USAGE);
  const settings = readSettings(process.env);
  const store = await openStore({ settings, root, canShare: true });
  try {
    const deps = { db: store.db, clock: systemClock, settings };
    const answer = await settleManually(deps, { paymentId: payment, wasTaken: taken === 'yes' });
    const line = `${payment} ${ANSWERS[answer]}`;
    if (answer !== 'settled') throw new StartError(line);
    console.log(line);
  } finally {
    await store.close();
  }
};

const removeAudit = async (root: string, { values }: ReturnType<typeof optionsOf>): Promise<void> => {
  const { months = '', 'dry-run': isDryRun = false } = values;
  if (!/^[1-9]\d{0,2}$/.test(months) || Number(months) < AUDIT_MONTHS_MIN) throw new StartError(REMOVE_USAGE);
  const store = await openStore({ settings: readSettings(process.env), root, canShare: true });
  try {
    const deps = { db: store.db, clock: systemClock };
    const count = await removeOldAudit(deps, { months: Number(months), isDryRun });
    console.log(`${count} rows older than ${months} months ${isDryRun ? 'would be removed' : 'are removed'}.`);
  } finally {
    await store.close();
  }
};

const renewLink = async (root: string, { values }: ReturnType<typeof optionsOf>): Promise<void> => {
  const { application = '' } = values;
  if (!/^[1-9]\d{0,14}$/.test(application)) throw new StartError(LINK_USAGE);
  const store = await openStore({ settings: readSettings(process.env), root, canShare: true });
  try {
    const codeSecret = await sharedSecret(store.pool, 'phone codes');
    const isRenewed = await renew({ db: store.db, clock: systemClock, codeSecret }, Number(application));
    if (!isRenewed) throw new StartError(`Application ${application} has no link, or a revoked one.`);
    console.log(`Application ${application} has a new link, which the next text message carries.`);
  } finally {
    await store.close();
  }
};

/** Runs an operator's command on the configured store, with or without a running server. */
export const main = (root: string, args: string[]): Promise<void> =>
  runCommand(async () => {
    const options = optionsOf(args);
    const command = options.positionals.join(' ');
    if (command === 'settle-renewal') return settleRenewal(root, options);
    if (command === 'remove-audit') return removeAudit(root, options);
    if (command === 'renew-link') return renewLink(root, options);
    if (command !== 'create-root') throw new StartError([USAGE, SETTLE_USAGE, REMOVE_USAGE, LINK_USAGE].join('\n'));
    const account = parse(options);
    const password = account.readsPassword ? await readPassword() : generatePassword();
    const store = await openStore({ settings: readSettings(process.env), root, canShare: true });
    try {
      await createRoot(store, account, password).catch((error: { constraint?: string }) => {
        throw error.constraint === 'users_email'
          ? new StartError(`--email: ${account.email} already has an account.`)
          : error;
      });
    } finally {
      await store.close();
    }
    console.log(`Created ${account.email}, root of ${account.company}.`);
    if (!account.readsPassword) console.log(`Password (shown only now): ${password}`);
  });
