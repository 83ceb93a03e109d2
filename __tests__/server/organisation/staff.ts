import type { RouteContract } from '../../../contract/routes/defineRoute';
import * as routes from '../../../contract/routes/organisation';
import { BRANCH_BODY } from '../../support/validationCases/branch';
import { HR_BODY } from '../../support/validationCases/hr';
import type { CallOptions, TestServer } from '../../support/testServer';

/** The two kinds of account with their routes; the same rules hold for both. */
export const KINDS = [
  {
    kind: 'branch',
    as: 'hr',
    one: 'branch_account',
    many: 'branch_accounts',
    body: BRANCH_BODY,
    list: routes.getBranches,
    create: routes.putBranch,
    edit: routes.postBranch,
    remove: routes.deleteBranch,
    invite: routes.inviteBranch,
    bulk: routes.importBranches,
    below: 'branch',
  },
  {
    kind: 'hr_account',
    as: 'root',
    one: 'hr_account',
    many: 'hr_accounts',
    body: HR_BODY,
    list: routes.getHrAccounts,
    create: routes.putHrAccount,
    edit: routes.postHrAccount,
    remove: routes.deleteHrAccount,
    invite: routes.inviteHrAccount,
    bulk: routes.importHrAccounts,
    below: 'hr',
  },
] as const;

export type Kind = (typeof KINDS)[number];

let bulkKey = 0;

/** Offers the calls of one kind as a permitted user, with emails that no other test has. */
export const staffOf = (server: TestServer, kind: Kind) => {
  const call = (route: RouteContract, options: CallOptions = {}) => server.call(route, { as: kind.as, ...options });
  return {
    list: async (): Promise<{ id: number; email: string }[]> => (await call(kind.list)).body.payload[kind.many],
    create: (change: Record<string, unknown> = {}) => call(kind.create, { body: { ...kind.body, ...change } }),
    open: async (email: string): Promise<{ id: number; invitedAt: string; isActivated: boolean }> => {
      const { body } = await call(kind.create, { body: { ...kind.body, email } });
      return body.payload[kind.one];
    },
    edit: (id: number, change: Record<string, unknown> = {}) =>
      call(kind.edit, { params: { id }, body: { ...kind.body, ...change } }),
    bulk: (rows: unknown, key = `bulk-${(bulkKey += 1)}`, options: CallOptions = {}) =>
      call(kind.bulk, { body: { rows }, headers: { 'idempotency-key': key }, ...options }),
    remove: (id: number) => call(kind.remove, { params: { id } }),
    invite: (id: number) => call(kind.invite, { params: { id } }),
  };
};

/** Returns the mails to an address, oldest first. */
export const mailsTo = (server: TestServer, email: string) =>
  server.db.selectFrom('outgoingMessages').selectAll().where('recipient', '=', email).orderBy('id').execute();

export const idOf = async (server: TestServer, email: string): Promise<number> => {
  const { id } = await server.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return id;
};

export const auditOf = async (server: TestServer, id: number): Promise<string[]> => {
  const entries = server.db.selectFrom('auditLog').select('action').where('subjectType', '=', 'user');
  const rows = await entries.where('subjectId', '=', id).orderBy('id').execute();
  return rows.map(({ action }) => action);
};
