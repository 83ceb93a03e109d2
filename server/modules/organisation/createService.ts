import type { Transaction } from 'kysely';
import type { Language } from '../../../contract/constants/options';
import type { BranchBody, HrBody } from '../../../contract/schemas/organisation';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { invite, refuseTakenEmail } from '../account';
import * as repository from './repository';
import type { StaffColumns, StaffRecord } from './repository';
import { ADDRESS_LIMIT, columnsOf, inStaffTransaction, recordAudit, type StaffCall } from './staffChange';

interface NewStaff {
  columns: StaffColumns;
  /** What the account gets from its creator. */
  founder: { countryCode: string; organisationName: string };
  language: Language;
}

/** Creates an account, queues the mail with its link, and returns its id. Throws 400 on a taken `email`. */
export const insertInvited = async (
  trx: Transaction<Database>,
  deps: Deps,
  call: StaffCall,
  { columns, founder: { countryCode, organisationName }, language }: NewStaff,
): Promise<number> => {
  const now = deps.clock.now();
  await refuseTakenEmail(trx, { email: columns.email, exceptId: null, now });
  const userId = await repository.insertStaff(trx, {
    ...columns,
    organisation_id: call.user.organisationId,
    user_type: call.type,
    country_code: countryCode,
    language_code: language,
    created_at: now,
  });
  const { email, first_name: firstName } = columns;
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
  await deps.limiter.take(ADDRESS_LIMIT, String(organisationId));
  return inStaffTransaction(deps, async (trx) => {
    const id = await insertInvited(trx, deps, call, { columns, founder, language });
    const record = await repository.findStaff(trx, organisationId, call.type, id);
    if (!record) throw notFound();
    return record;
  });
};
