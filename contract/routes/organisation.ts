import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import {
  BranchAccountPayload,
  BranchAccountsPayload,
  BranchBody,
  BranchImportBody,
  BranchJobCounts,
  HrAccountPayload,
  HrAccountsPayload,
  HrBody,
  HrImportBody,
  ImportPayload,
  OrganisationSettingsBody,
  OrganisationSettingsPayload,
} from '../schemas/organisation';
import { defineRoute } from './defineRoute';

const byHr = { level: 'hr_account' } as const;
const byRoot = { level: 'root' } as const;
/** Two hundred rows with long texts are larger than the server's default. */
const IMPORT_BODY_LIMIT = 1_048_576;
const idParams = Type.Object({ id: Id });

export const getBranchJobCounts = defineRoute({
  id: 'getBranchJobCounts',
  summary: 'List branches with their numbers of active jobs, by name',
  method: 'GET',
  path: '/api/branch-accounts/active-job-counts',
  access: byHr,
  reply: envelope(BranchJobCounts),
  errors: [],
});

export const getBranches = defineRoute({
  id: 'getBranches',
  summary: 'List branches by name',
  method: 'GET',
  path: '/api/branch-accounts/list',
  access: byHr,
  reply: envelope(BranchAccountsPayload),
  errors: [],
});

export const putBranch = defineRoute({
  id: 'putBranch',
  summary: 'Open a branch and mail its person a link to set a password',
  method: 'PUT',
  path: '/api/branch-accounts/create',
  access: byHr,
  body: BranchBody,
  reply: envelope(BranchAccountPayload),
  errors: [ERROR_KEYS.emailNotUnique, ERROR_KEYS.tooManyRequests],
});

export const postBranch = defineRoute({
  id: 'postBranch',
  summary: 'Change a branch',
  method: 'POST',
  path: '/api/branch-accounts/edit/:id',
  access: byHr,
  params: idParams,
  body: BranchBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.emailNotUnique, ERROR_KEYS.reauthenticate, ERROR_KEYS.tooManyRequests],
});

export const deleteBranch = defineRoute({
  id: 'deleteBranch',
  summary: 'Close a branch and end its sessions; its history stays readable',
  method: 'DELETE',
  path: '/api/branch-accounts/delete/:id',
  access: byHr,
  params: idParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.branchHasActiveJobs],
});

export const inviteBranch = defineRoute({
  id: 'inviteBranch',
  summary: 'Mail the invitation of a branch again; the older link becomes invalid',
  method: 'POST',
  path: '/api/branch-accounts/invite/:id',
  access: byHr,
  params: idParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.accountActivated, ERROR_KEYS.tooManyRequests],
});

export const importBranches = defineRoute({
  id: 'importBranches',
  summary: 'Open up to 200 branches with a result for each row; takes an Idempotency-Key',
  method: 'POST',
  path: '/api/branch-accounts/import',
  access: byHr,
  body: BranchImportBody,
  bodyLimit: IMPORT_BODY_LIMIT,
  reply: envelope(ImportPayload),
  errors: [ERROR_KEYS.idempotencyMismatch, ERROR_KEYS.idempotencyInFlight, ERROR_KEYS.tooManyRequests],
});

export const getHrAccounts = defineRoute({
  id: 'getHrAccounts',
  summary: 'List HR staff by name',
  method: 'GET',
  path: '/api/hr-accounts/list',
  access: byRoot,
  reply: envelope(HrAccountsPayload),
  errors: [],
});

export const putHrAccount = defineRoute({
  id: 'putHrAccount',
  summary: 'Add a person to the HR staff and mail them a link to set a password',
  method: 'PUT',
  path: '/api/hr-accounts/create',
  access: byRoot,
  body: HrBody,
  reply: envelope(HrAccountPayload),
  errors: [ERROR_KEYS.emailNotUnique, ERROR_KEYS.tooManyRequests],
});

export const postHrAccount = defineRoute({
  id: 'postHrAccount',
  summary: 'Change a person of the HR staff',
  method: 'POST',
  path: '/api/hr-accounts/edit/:id',
  access: byRoot,
  params: idParams,
  body: HrBody,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.emailNotUnique, ERROR_KEYS.reauthenticate, ERROR_KEYS.tooManyRequests],
});

export const deleteHrAccount = defineRoute({
  id: 'deleteHrAccount',
  summary: 'Remove a person from the HR staff and end their sessions',
  method: 'DELETE',
  path: '/api/hr-accounts/delete/:id',
  access: byRoot,
  params: idParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound],
});

export const inviteHrAccount = defineRoute({
  id: 'inviteHrAccount',
  summary: 'Mail the invitation of a person again; the older link becomes invalid',
  method: 'POST',
  path: '/api/hr-accounts/invite/:id',
  access: byRoot,
  params: idParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.accountActivated, ERROR_KEYS.tooManyRequests],
});

export const importHrAccounts = defineRoute({
  id: 'importHrAccounts',
  summary: 'Add up to 200 people to the HR staff with a result for each row; takes an Idempotency-Key',
  method: 'POST',
  path: '/api/hr-accounts/import',
  access: byRoot,
  body: HrImportBody,
  bodyLimit: IMPORT_BODY_LIMIT,
  reply: envelope(ImportPayload),
  errors: [ERROR_KEYS.idempotencyMismatch, ERROR_KEYS.idempotencyInFlight, ERROR_KEYS.tooManyRequests],
});

export const getOrganisationSettings = defineRoute({
  id: 'getOrganisationSettings',
  summary: "Get the organisation's settings; not for branches",
  method: 'GET',
  path: '/api/organisation/settings',
  access: { level: 'branch', types: ['company', 'hr_account', 'root'] },
  reply: envelope(OrganisationSettingsPayload),
  errors: [],
});

export const putOrganisationSettings = defineRoute({
  id: 'putOrganisationSettings',
  summary: "Change the organisation's settings; only root and companies",
  method: 'PUT',
  path: '/api/organisation/settings',
  access: { level: 'branch', types: ['company', 'root'] },
  body: OrganisationSettingsBody,
  reply: envelope(OrganisationSettingsPayload),
  errors: [ERROR_KEYS.settingsChanged],
});
