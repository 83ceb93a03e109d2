import type { HrAccount, HrBody } from '../../../contract/schemas/organisation';
import type { Api } from '../../lib/api';

/** Accounts that others open for their people; the calls of the two kinds differ in the address alone. */
export type StaffKind = 'branch' | 'hr';

/** Returns the branches with their numbers of active jobs, by name. */
export const getBranchJobCounts = (api: Api, signal?: AbortSignal) =>
  api.call('GET /branch-accounts/active-job-counts', { signal });

/** Returns all accounts of the kind, by name; those of branches hold more than the type says (`BranchAccount`). */
export const getStaff = async (api: Api, kind: StaffKind, signal?: AbortSignal): Promise<HrAccount[]> =>
  kind === 'branch'
    ? (await api.call('GET /branch-accounts/list', { signal })).branch_accounts
    : (await api.call('GET /hr-accounts/list', { signal })).hr_accounts;

/** Opens an account (`id` null), which mails an invitation, or changes one. */
export const saveStaff = async (
  api: Api,
  kind: StaffKind,
  { id, body }: { id: number | null; body: HrBody },
  signal?: AbortSignal,
): Promise<unknown> =>
  id === null
    ? api.call(`PUT /${kind}-accounts/create`, { body, signal })
    : api.call(`POST /${kind}-accounts/edit/:id`, { params: { id }, body, signal });

/** Mails the invitation again; the older link stops working. */
export const inviteStaff = (api: Api, kind: StaffKind, id: number, signal?: AbortSignal) =>
  api.call(`POST /${kind}-accounts/invite/:id`, { params: { id }, signal });
