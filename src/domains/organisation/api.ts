import type {
  BranchAccountsPayload,
  BranchJobCount,
  HrAccount,
  HrAccountsPayload,
  HrBody,
} from '../../../contract/schemas/organisation';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** Accounts that others open for their people: what one can do with them is the same, only the address differs. */
export type StaffKind = 'branch' | 'hr';

const BASES: Record<StaffKind, string> = { branch: '/branch-accounts', hr: '/hr-accounts' };

/** The branches with their numbers of active jobs, by name. */
export const getBranchJobCounts = async ({ main }: Api, signal?: AbortSignal): Promise<BranchJobCount[]> =>
  (await main.request<BranchJobCount[]>({ method: 'GET', path: '/branch-accounts/active-job-counts', signal })).payload;

/** All accounts of the kind, by name; those of branches hold more than is said here (`BranchAccount`). */
export const getStaff = async ({ main }: Api, kind: StaffKind, signal?: AbortSignal): Promise<HrAccount[]> => {
  const path = `${BASES[kind]}/list`;
  if (kind === 'branch')
    return (await main.request<BranchAccountsPayload>({ method: 'GET', path, signal })).payload.branch_accounts;
  return (await main.request<HrAccountsPayload>({ method: 'GET', path, signal })).payload.hr_accounts;
};

/** Opens an account (`id` null), whose person is mailed an invitation, or changes one. */
export const saveStaff = (
  { main }: Api,
  kind: StaffKind,
  { id, body }: { id: number | null; body: HrBody },
  signal?: AbortSignal,
) =>
  id === null
    ? main.request<unknown>({ method: 'PUT', path: `${BASES[kind]}/create`, body, signal })
    : main.request<unknown>({ method: 'POST', path: `${BASES[kind]}/edit/${id}`, body, signal });

export const deleteStaff = ({ main }: Api, kind: StaffKind, id: number, signal?: AbortSignal) =>
  main.request<null>({ method: 'DELETE', path: `${BASES[kind]}/delete/${id}`, signal });

/** Mails the invitation again; the older link dies. */
export const inviteStaff = ({ main }: Api, kind: StaffKind, id: number, signal?: AbortSignal) =>
  main.request<null>({ method: 'POST', path: `${BASES[kind]}/invite/${id}`, signal });
