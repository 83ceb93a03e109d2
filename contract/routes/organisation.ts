import { ERROR_KEYS } from '../constants/errorKeys';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import * as organisation from '../schemas/organisation';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

const byHr = { level: 'hr_account' } as const;
const byRoot = { level: 'root' } as const;
/** Two hundred rows with long texts are larger than the server's default. */
const IMPORT_BODY_LIMIT = 1_048_576;

export const getBranchJobCounts = defineRoute('getBranchJobCounts', 'GET /api/branch-accounts/active-job-counts', {
  summary: 'List branches with their numbers of active jobs, by name',
  access: byHr,
  reply: envelope(organisation.BranchJobCounts),
});

export const getBranches = defineRoute('getBranches', 'GET /api/branch-accounts/list', {
  summary: 'List branches by name',
  access: byHr,
  reply: envelope(organisation.BranchAccountsPayload),
});

export const putBranch = defineRoute('putBranch', 'PUT /api/branch-accounts/create', {
  summary: 'Open a branch and mail its person a link to set a password',
  access: byHr,
  body: organisation.BranchBody,
  reply: envelope(organisation.BranchAccountPayload),
  errors: [ERROR_KEYS.emailNotUnique, ERROR_KEYS.tooManyRequests],
});

export const postBranch = defineRoute('postBranch', 'POST /api/branch-accounts/edit/:id', {
  summary: 'Change a branch',
  access: byHr,
  params: IdParams,
  body: organisation.BranchBody,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.emailNotUnique, ERROR_KEYS.reauthenticate, ERROR_KEYS.tooManyRequests],
});

export const deleteBranch = defineRoute('deleteBranch', 'DELETE /api/branch-accounts/delete/:id', {
  summary: 'Close a branch and end its sessions; its history stays readable',
  access: byHr,
  params: IdParams,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.branchHasActiveJobs],
});

export const inviteBranch = defineRoute('inviteBranch', 'POST /api/branch-accounts/invite/:id', {
  summary: 'Mail the invitation of a branch again; the older link becomes invalid',
  access: byHr,
  params: IdParams,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.accountActivated, ERROR_KEYS.tooManyRequests],
});

export const importBranches = defineRoute('importBranches', 'POST /api/branch-accounts/import', {
  summary: 'Open up to 200 branches with a result for each row; takes an Idempotency-Key',
  access: byHr,
  body: organisation.BranchImportBody,
  bodyLimit: IMPORT_BODY_LIMIT,
  reply: envelope(organisation.ImportPayload),
  errors: [...IDEMPOTENCY_KEYS, ERROR_KEYS.tooManyRequests],
});

export const getHrAccounts = defineRoute('getHrAccounts', 'GET /api/hr-accounts/list', {
  summary: 'List HR staff by name',
  access: byRoot,
  reply: envelope(organisation.HrAccountsPayload),
});

export const putHrAccount = defineRoute('putHrAccount', 'PUT /api/hr-accounts/create', {
  summary: 'Add a person to the HR staff and mail them a link to set a password',
  access: byRoot,
  body: organisation.HrBody,
  reply: envelope(organisation.HrAccountPayload),
  errors: [ERROR_KEYS.emailNotUnique, ERROR_KEYS.tooManyRequests],
});

export const postHrAccount = defineRoute('postHrAccount', 'POST /api/hr-accounts/edit/:id', {
  summary: 'Change a person of the HR staff',
  access: byRoot,
  params: IdParams,
  body: organisation.HrBody,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.emailNotUnique, ERROR_KEYS.reauthenticate, ERROR_KEYS.tooManyRequests],
});

export const deleteHrAccount = defineRoute('deleteHrAccount', 'DELETE /api/hr-accounts/delete/:id', {
  summary: 'Remove a person from the HR staff and end their sessions',
  access: byRoot,
  params: IdParams,
  errors: [ERROR_KEYS.notFound],
});

export const inviteHrAccount = defineRoute('inviteHrAccount', 'POST /api/hr-accounts/invite/:id', {
  summary: 'Mail the invitation of a person again; the older link becomes invalid',
  access: byRoot,
  params: IdParams,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.accountActivated, ERROR_KEYS.tooManyRequests],
});

export const importHrAccounts = defineRoute('importHrAccounts', 'POST /api/hr-accounts/import', {
  summary: 'Add up to 200 people to the HR staff with a result for each row; takes an Idempotency-Key',
  access: byRoot,
  body: organisation.HrImportBody,
  bodyLimit: IMPORT_BODY_LIMIT,
  reply: envelope(organisation.ImportPayload),
  errors: [...IDEMPOTENCY_KEYS, ERROR_KEYS.tooManyRequests],
});

export const getOrganisationSettings = defineRoute('getOrganisationSettings', 'GET /api/organisation/settings', {
  summary: "Get the organisation's settings; not for branches",
  access: { level: 'branch', types: ['company', 'hr_account', 'root'] },
  reply: envelope(organisation.OrganisationSettingsPayload),
});

export const putOrganisationSettings = defineRoute('putOrganisationSettings', 'PUT /api/organisation/settings', {
  summary: "Change the organisation's settings; only root and companies",
  access: { level: 'branch', types: ['company', 'root'] },
  body: organisation.OrganisationSettingsBody,
  reply: envelope(organisation.OrganisationSettingsPayload),
  errors: [ERROR_KEYS.settingsChanged],
});
