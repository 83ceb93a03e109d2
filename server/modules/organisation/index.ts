import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/organisation';
import type { Caller } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { idempotently, type KeepAnswer } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import { presentBranch, presentHrAccount, deleteStaff, editStaff, inviteStaff, changeSettings } from './service';
import { listBranchJobCounts, listStaff, findSettings, type StaffType } from './repository';
import { createStaff, importStaff } from './createService';

export { listOwners } from './repository';

const callOf = ({ user, requestId }: Caller, type: StaffType) => ({ user, requestId, type });

const registerStaff = (app: FastifyInstance, deps: Deps): void => {
  for (const [type, edit, remove, invite, importAll] of [
    ['branch', contract.postBranch, contract.deleteBranch, contract.inviteBranch, contract.importBranches],
    [
      'hr_account',
      contract.postHrAccount,
      contract.deleteHrAccount,
      contract.inviteHrAccount,
      contract.importHrAccounts,
    ],
  ] as const) {
    route(app, edit, (call) => editStaff(deps, callOf(call, type), { id: call.params.id, body: call.body }));
    route(app, remove, (call) => deleteStaff(deps, callOf(call, type), call.params.id));
    route(app, invite, (call) => inviteStaff(deps, callOf(call, type), call.params.id));
    route(app, importAll, async (call) => {
      const { user, body, language, request } = call;
      const repeatable = { userId: user.id, route: importAll.id, key: request.headers['idempotency-key'], body };
      const run = (keep: KeepAnswer) => importStaff(deps, callOf(call, type), { rows: body.rows, language, keep });
      return { payload: await idempotently(deps, repeatable, run) };
    });
  }
  route(app, contract.getBranches, async ({ user }) => {
    const records = await listStaff(deps.db, user.organisationId, 'branch');
    return { payload: { branch_accounts: records.map((record) => presentBranch(record, deps.files)) } };
  });
  route(app, contract.putBranch, async (call) => {
    const record = await createStaff(deps, callOf(call, 'branch'), call);
    return { payload: { branch_account: presentBranch(record, deps.files) } };
  });
  route(app, contract.getHrAccounts, async ({ user }) => ({
    payload: { hr_accounts: (await listStaff(deps.db, user.organisationId, 'hr_account')).map(presentHrAccount) },
  }));
  route(app, contract.putHrAccount, async (call) => ({
    payload: { hr_account: presentHrAccount(await createStaff(deps, callOf(call, 'hr_account'), call)) },
  }));
  route(app, contract.getBranchJobCounts, async ({ user }) => ({
    payload: await listBranchJobCounts(deps.db, user.organisationId),
  }));
};

const registerSettings = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getOrganisationSettings, async ({ user }) => ({
    payload: { settings: await findSettings(deps.db, user.organisationId) },
  }));
  route(app, contract.putOrganisationSettings, async ({ user, requestId, body }) => ({
    payload: { settings: await changeSettings(deps, user, requestId, body) },
  }));
};

export const registerOrganisation = (app: FastifyInstance, deps: Deps): void => {
  registerStaff(app, deps);
  registerSettings(app, deps);
};
