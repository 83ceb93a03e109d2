import type { FastifyInstance } from 'fastify';
import {
  deleteBranch,
  deleteHrAccount,
  getBranches,
  getBranchJobCounts,
  getHrAccounts,
  getOrganisationSettings,
  importBranches,
  importHrAccounts,
  inviteBranch,
  inviteHrAccount,
  postBranch,
  postHrAccount,
  putBranch,
  putHrAccount,
  putOrganisationSettings,
} from '../../../contract/routes/organisation';
import type { Caller } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { idempotently, type KeepAnswer } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import { presentBranch, presentHrAccount, deleteStaff, editStaff, inviteStaff, changeSettings } from './service';
import { listBranchJobCounts, listStaff, findSettings } from './repository';
import { createStaff, importStaff } from './createService';

export { listOwners } from './repository';

const branchCall = ({ user, requestId }: Caller) => ({ user, requestId, type: 'branch' }) as const;
const hrCall = ({ user, requestId }: Caller) => ({ user, requestId, type: 'hr_account' }) as const;

const registerBranches = (app: FastifyInstance, deps: Deps): void => {
  route(app, getBranchJobCounts, async ({ user }) => ({
    payload: await listBranchJobCounts(deps.db, user.organisationId),
  }));
  route(app, getBranches, async ({ user }) => {
    const records = await listStaff(deps.db, user.organisationId, 'branch');
    return { payload: { branch_accounts: records.map((record) => presentBranch(record, deps.files)) } };
  });
  route(app, putBranch, async (call) => {
    const record = await createStaff(deps, branchCall(call), call);
    return { payload: { branch_account: presentBranch(record, deps.files) } };
  });
  route(app, postBranch, (call) => editStaff(deps, branchCall(call), { id: call.params.id, body: call.body }));
  route(app, deleteBranch, (call) => deleteStaff(deps, branchCall(call), call.params.id));
  route(app, inviteBranch, (call) => inviteStaff(deps, branchCall(call), call.params.id));
  route(app, importBranches, async (call) => {
    const { user, body, language, request } = call;
    const repeatable = { userId: user.id, route: importBranches.id, key: request.headers['idempotency-key'], body };
    const run = (keep: KeepAnswer) => importStaff(deps, branchCall(call), { rows: body.rows, language, keep });
    return { payload: await idempotently(deps, repeatable, run) };
  });
};

const registerHrStaff = (app: FastifyInstance, deps: Deps): void => {
  route(app, getHrAccounts, async ({ user }) => ({
    payload: { hr_accounts: (await listStaff(deps.db, user.organisationId, 'hr_account')).map(presentHrAccount) },
  }));
  route(app, putHrAccount, async (call) => ({
    payload: { hr_account: presentHrAccount(await createStaff(deps, hrCall(call), call)) },
  }));
  route(app, postHrAccount, (call) => editStaff(deps, hrCall(call), { id: call.params.id, body: call.body }));
  route(app, deleteHrAccount, (call) => deleteStaff(deps, hrCall(call), call.params.id));
  route(app, inviteHrAccount, (call) => inviteStaff(deps, hrCall(call), call.params.id));
  route(app, importHrAccounts, async (call) => {
    const { user, body, language, request } = call;
    const repeatable = { userId: user.id, route: importHrAccounts.id, key: request.headers['idempotency-key'], body };
    const run = (keep: KeepAnswer) => importStaff(deps, hrCall(call), { rows: body.rows, language, keep });
    return { payload: await idempotently(deps, repeatable, run) };
  });
};

const registerSettings = (app: FastifyInstance, deps: Deps): void => {
  route(app, getOrganisationSettings, async ({ user }) => ({
    payload: { settings: await findSettings(deps.db, user.organisationId) },
  }));
  route(app, putOrganisationSettings, async ({ user, requestId, body }) => ({
    payload: { settings: await changeSettings(deps, user, requestId, body) },
  }));
};

export const registerOrganisation = (app: FastifyInstance, deps: Deps): void => {
  registerBranches(app, deps);
  registerHrStaff(app, deps);
  registerSettings(app, deps);
};
