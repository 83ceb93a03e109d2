import { setImmediate } from 'node:timers/promises';
import type { Language } from '../../../contract/constants/options';
import { BranchBody, HrBody, type ImportPayload, type ImportResult } from '../../../contract/schemas/organisation';
import type { FieldErrorNode } from '../../../contract/schemas/envelope';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound, AppError } from '../../platform/errors';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { fieldErrorsOf } from '../../platform/http/validation';
import { withinLimit } from '../../platform/limiter';
import { LIMITS } from '../../platform/limits';
import { invite, refuseTakenEmail, throwTaken } from '../account';
import * as repository from './repository';
import type { StaffColumns, StaffRecord } from './repository';
import { columnsOf, inStaffTransaction, recordAudit, type StaffCall } from './service';

interface NewStaff {
  columns: StaffColumns;
  /** What the account gets from its creator. */
  founder: { countryCode: string; organisationName: string };
  language: Language;
}

/** Creates an account, queues the mail with its link, and returns its id. Throws 400 on a taken `email`. */
const insertInvited = async (
  trx: Trx,
  deps: Deps,
  call: StaffCall,
  { columns, founder: { countryCode, organisationName }, language }: NewStaff,
): Promise<number> => {
  const now = deps.clock.now();
  await refuseTakenEmail(trx, { email: columns.email, exceptId: null, now });
  const userId = await repository.insertStaff(trx, {
    ...columns,
    organisationId: call.user.organisationId,
    userType: call.type,
    countryCode,
    languageCode: language,
    createdAt: now,
  });
  const { email, firstName } = columns;
  await invite(trx, deps, { userId, email, firstName, organisationName, language }, now);
  await recordAudit(trx, deps, call, { action: 'created', id: userId, details: { email } });
  return userId;
};

/**
 * Creates an account and mails its owner a link to set a password. Throws 400 on a taken `email` and 429 above 300
 * addresses a day.
 */
export const createStaff = async (
  deps: Deps,
  call: StaffCall,
  { body, language }: { body: BranchBody | HrBody; language: Language },
): Promise<StaffRecord> => {
  const { organisationId } = call.user;
  const founder = await repository.findFounder(deps.db, call.user.id);
  const columns = await columnsOf(deps, call.type, body, founder.countryCode);
  await deps.limiter.take(LIMITS.staffAddresses, String(organisationId));
  return inStaffTransaction(deps, async (trx) => {
    const id = await insertInvited(trx, deps, call, { columns, founder, language });
    const record = await repository.findStaff(trx, organisationId, call.type, id);
    if (!record) throw notFound();
    return record;
  });
};

type Prepared = { columns: StaffColumns } | { errors: FieldErrorNode };

/** Returns the field errors of a refused row; rethrows every other failure. */
const errorsOf = (error: unknown): FieldErrorNode => {
  if (!(error instanceof AppError) || error.status !== 400) throw error;
  const { children } = error.options;
  return children ? { children } : { errors: [error.key] };
};

const prepare = async (deps: Deps, call: StaffCall, row: unknown, countryCode: string): Promise<Prepared> => {
  const errors = fieldErrorsOf(call.type === 'branch' ? BranchBody : HrBody, row);
  if (errors) return { errors };
  try {
    return { columns: await columnsOf(deps, call.type, row as BranchBody | HrBody, countryCode) };
  } catch (error) {
    return { errors: errorsOf(error) };
  }
};

/** Creates the account of one row; a refused row leaves nothing behind. */
const importRow = async (trx: Trx, create: () => Promise<number>): Promise<Partial<ImportResult>> => {
  try {
    return { ok: true, id: await repository.inSavepoint(trx, () => create().catch(throwTaken)) };
  } catch (error) {
    return { ok: false, errors: errorsOf(error) };
  }
};

const byText = (one: string, other: string): number => Number(one > other) - Number(one < other);

interface Import {
  rows: readonly unknown[];
  language: Language;
  /** Stores the response with the accounts. */
  keep: KeepAnswer;
}

const createAccounts = async (
  deps: Deps,
  call: StaffCall,
  { rows, language, keep }: Import,
): Promise<ImportPayload> => {
  const founder = await repository.findFounder(deps.db, call.user.id);
  const prepared: Prepared[] = [];
  for (const row of rows) {
    prepared.push(await prepare(deps, call, row, founder.countryCode));
    // The search for the nearest place is synchronous; other requests run between the rows.
    await setImmediate();
  }
  const indexed = prepared.map((row, index) => ({ index, row }));
  const emailOf = ({ row }: { row: Prepared }) => ('columns' in row ? row.columns.email.toLowerCase() : '');
  // Two imports with the same emails wait for each other in this order, so that they cannot deadlock.
  const ordered = indexed.sort((one, other) => byText(emailOf(one), emailOf(other)));
  return deps.db.transaction().execute(async (trx) => {
    const results: ImportResult[] = [];
    for (const { index, row } of ordered) {
      const result =
        'columns' in row
          ? await importRow(trx, () => insertInvited(trx, deps, call, { columns: row.columns, founder, language }))
          : { ok: false, errors: row.errors };
      results.push({ index, ok: false, ...result });
    }
    const payload = { results: results.sort((one, other) => one.index - other.index) };
    await keep(trx, payload);
    return payload;
  });
};

/**
 * Creates an account for each valid row and mails its owner a link, all in one transaction. A refused row does not
 * stop the others. Throws 429 above 2,000 rows a day; a call that fails does not count.
 */
export const importStaff = (deps: Deps, call: StaffCall, options: Import): Promise<ImportPayload> => {
  const limit = { rule: LIMITS.staffImport, key: String(call.user.organisationId), points: options.rows.length };
  return withinLimit(deps.limiter, limit, () => createAccounts(deps, call, options));
};
