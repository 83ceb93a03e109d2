import type { HrAccount, HrBody } from '../../../contract/schemas/organisation';
import type { Api } from '../../lib/api';

/** Kinds of accounts that the organisation creates; their calls differ only in the path. */
export type StaffKind = 'branch' | 'hr';

/** Returns the branches with their numbers of active jobs, sorted by name. */
export const getBranchJobCounts = (api: Api, signal?: AbortSignal) =>
  api.call('GET /branch-accounts/active-job-counts', { signal });

/** Returns all accounts of a kind, sorted by name; branches have more fields than the type says (`BranchAccount`). */
export const getStaff = async (api: Api, kind: StaffKind, signal?: AbortSignal): Promise<HrAccount[]> =>
  kind === 'branch'
    ? (await api.call('GET /branch-accounts/list', { signal })).branch_accounts
    : (await api.call('GET /hr-accounts/list', { signal })).hr_accounts;

/** Creates an account (`id` null) and mails an invitation, or changes an account. */
export const saveStaff = async (
  api: Api,
  kind: StaffKind,
  { id, body }: { id: number | null; body: HrBody },
  signal?: AbortSignal,
): Promise<unknown> =>
  id === null
    ? api.call(`PUT /${kind}-accounts/create`, { body, signal })
    : api.call(`POST /${kind}-accounts/edit/:id`, { params: { id }, body, signal });

/** Mails the invitation again; the old link stops working. */
export const inviteStaff = (api: Api, kind: StaffKind, id: number, signal?: AbortSignal) =>
  api.call(`POST /${kind}-accounts/invite/:id`, { params: { id }, signal });
