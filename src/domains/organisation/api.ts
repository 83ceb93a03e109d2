import type { HrAccount, HrBody } from '../../../contract/schemas/organisation';
import type { Api } from '../../lib/api';

/** Kinds of accounts that the organisation creates; their calls differ only in the path. */
export type StaffKind = 'branch' | 'hr';

/** Returns all accounts of a kind, sorted by name; branches have more fields than the type says (`BranchAccount`). */
export const getStaff = async (api: Api, kind: StaffKind): Promise<HrAccount[]> =>
  kind === 'branch'
    ? (await api.call('GET /branch-accounts/list')).branch_accounts
    : (await api.call('GET /hr-accounts/list')).hr_accounts;

/** Creates an account (`id` null) and mails an invitation, or changes an account. */
export const saveStaff = async (
  api: Api,
  kind: StaffKind,
  { id, body }: { id: number | null; body: HrBody },
): Promise<unknown> =>
  id === null
    ? api.call(`PUT /${kind}-accounts/create`, { body })
    : api.call(`POST /${kind}-accounts/edit/:id`, { params: { id }, body });
