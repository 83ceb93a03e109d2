import {
  branchActions,
  branchesMatching,
  hrActions,
  organisationSaga,
  staffSaga,
  selectBranches,
  selectHrAccounts,
} from '../../../../src/domains/organisation';
import { passwordCancelled, passwordAccepted } from '../../../../src/domains/kit/password';
import { ApiError } from '../../../../src/lib/http';
import { sessionResumed } from '../../../../src/domains/session';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aBranch, anHrAccount } from '../../../support/staff';
import { runWatcher, together } from '../../../support/testStore';

const COUNTS = '/branch-accounts/active-job-counts';
const values = { firstName: 'Zeynep', lastName: 'Korkmaz', email: 'zeynep@example.com' };
const submitted = (id: number | null) => ({ id, body: values, values, email: values.email });

const anApi = () =>
  fakeApi()
    .on('GET', '/branch-accounts/list', ok({ branch_accounts: [aBranch()] }))
    .on('GET', '/hr-accounts/list', ok({ hr_accounts: [anHrAccount()] }))
    .on('GET', COUNTS, ok([]));

const run = (api = anApi()) => runWatcher(together(organisationSaga, staffSaga), { api });

test.each([
  ['', [1, 2]],
  ['  KADIKOY ', [1]],
  ['çelik', [2]],
  ['ada@', [2]],
  ['nothing', []],
])('branches matching "%s"', (text, ids) => {
  const branches = [
    aBranch({ id: 1, companyName: 'Kadıköy' }),
    aBranch({ id: 2, companyName: 'Moda', lastName: 'Çelik', email: 'ada@example.com' }),
  ];
  expect(branchesMatching(branches, text).map(({ id }) => id)).toEqual(ids);
});

test('saves a new branch, announces it and reloads both lists', async () => {
  const { dispatch, state, api, notices } = run(anApi().on('PUT', '/branch-accounts/create', ok({})));
  dispatch(branchActions.formOpened({ id: null }));
  dispatch(branchActions.saveSubmitted(submitted(null)));
  expect(selectBranches(state()).save.status).toBe('loading');
  await settle();
  expect(selectBranches(state())).toMatchObject({ form: null, list: { status: 'loaded', data: [aBranch()] } });
  expect(notices).toEqual([{ id: 'branches.created', values: { email: values.email }, kind: 'success' }]);
  expect(api.callsOf('GET', COUNTS)).toHaveLength(1);
});

test('a failed refresh of the branches’ names after a change stays on the page', async () => {
  const api = anApi()
    .on('PUT', '/branch-accounts/create', ok({}))
    .on('DELETE', '/branch-accounts/delete/:id', ok(null))
    .on('GET', COUNTS, anApiError(500));
  const { dispatch, ports } = run(api);
  dispatch(branchActions.formOpened({ id: null }));
  dispatch(branchActions.saveSubmitted(submitted(null)));
  await settle();
  dispatch(branchActions.removalConfirmed({ id: 31 }));
  await settle();
  expect(api.callsOf('GET', COUNTS)).toHaveLength(2);
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('saves a changed person', async () => {
  const { dispatch, state, api, notices } = run(anApi().on('POST', '/hr-accounts/edit/:id', ok(null)));
  dispatch(hrActions.formOpened({ id: 21 }));
  dispatch(hrActions.saveSubmitted(submitted(21)));
  await settle();
  expect(api.callsOf('POST', '/hr-accounts/edit/21')).toMatchObject([{ body: values }]);
  expect(selectHrAccounts(state()).form).toBeNull();
  expect(notices).toMatchObject([{ id: 'hrStaff.saved' }]);
  expect(api.callsOf('GET', COUNTS)).toHaveLength(0);
});

test.each([
  ['refused fields', anApiError(400, 'error.invalid_request'), 0, null],
  ['no answer', noAnswer(), 0, null],
  ['a lost session', anApiError(401, 'error.unauthorized'), 0, null],
  ['a fault', anApiError(500), 1, values],
  ['deleted meanwhile', anApiError(404, 'error.not_found'), 1, values],
])('a failed save, %s: keeps the form and everything typed', async (_name, error, times, draft) => {
  const { dispatch, state, ports } = run(anApi().on('POST', '/hr-accounts/edit/:id', error));
  dispatch(hrActions.formOpened({ id: 21 }));
  dispatch(hrActions.saveSubmitted(submitted(21)));
  await settle();
  expect(ports.navigate.to).toHaveBeenCalledTimes(times);
  expect(selectHrAccounts(state()).form).toEqual({ id: 21, draft });
  dispatch(hrActions.pageLeft());
  expect(selectHrAccounts(state()).form).toEqual(draft && { id: 21, draft });
  dispatch(hrActions.formDismissed());
  expect(selectHrAccounts(state()).form).toBeNull();
});

test('a changed email asks for the password: cancelling keeps the form, and a correct password repeats the same call', async () => {
  const api = anApi().on('POST', '/hr-accounts/edit/:id', anApiError(403, 'auth.reauthenticate'));
  const { dispatch, state, ports, types } = run(api);
  dispatch(hrActions.formOpened({ id: 21 }));
  dispatch(hrActions.saveSubmitted(submitted(21)));
  await settle();
  expect(types().at(-1)).toBe('passwordRequired');
  expect(selectHrAccounts(state()).save.status).toBe('loading');
  dispatch(passwordCancelled());
  await settle();
  expect(selectHrAccounts(state()).save).toMatchObject({ status: 'failed', error: { key: 'auth.reauthenticate' } });
  expect(selectHrAccounts(state()).form).toEqual({ id: 21, draft: null });
  expect(ports.navigate.to).not.toHaveBeenCalled();

  dispatch(hrActions.saveSubmitted(submitted(21)));
  await settle();
  api.on('POST', '/hr-accounts/edit/:id', ok(null));
  dispatch(passwordAccepted());
  await settle();
  const sent = api.callsOf('POST', '/hr-accounts/edit/:id').map(({ body }) => body);
  expect(sent).toHaveLength(3);
  expect(sent[2]).toEqual(sent[1]);
  expect(selectHrAccounts(state()).save.status).toBe('loaded');
});

test.each([
  ['done', ok(null), true],
  ['already gone', anApiError(404, 'error.not_found'), true],
  ['with active jobs', anApiError(409, 'branch.has_active_jobs'), false],
  ['a fault', anApiError(500), false],
])('deletes a branch: %s', async (_name, answer, isDone) => {
  const api = anApi().on('DELETE', '/branch-accounts/delete/:id', answer);
  const { dispatch, state, notices } = run(api);
  dispatch(branchActions.listRequested());
  await settle();
  api.on('GET', '/branch-accounts/list', ok({ branch_accounts: isDone ? [] : [aBranch()] }));
  dispatch(branchActions.removalRequested({ id: 31 }));
  dispatch(branchActions.removalConfirmed({ id: 31 }));
  await settle();
  const { removing, removal, list } = selectBranches(state());
  expect(removing && removal.status).toBe(isDone ? null : 'failed');
  expect(list).toMatchObject({ data: isDone ? [] : [aBranch()] });
  expect(notices).toHaveLength(isDone ? 1 : 0);
  expect(api.callsOf('GET', COUNTS)).toHaveLength(isDone ? 1 : 0);
});

test.each([
  ['sent', ok(null), 'staff.invitation.sent', 1, null],
  ['already active', anApiError(409, 'account.activated'), 'staff.invitation.activated', 1, null],
  [
    'too many requests',
    anApiError(429, 'error.too_many_requests'),
    'staff.invitation.failed',
    0,
    'error.too_many_requests',
  ],
  [
    'too many requests, with a wait',
    new ApiError({ status: 429, key: 'error.too_many_requests', retryAfter: 82_800 }),
    'errors.limitedFor',
    0,
    null,
  ],
  ['gone', anApiError(404, 'error.not_found'), 'staff.invitation.failed', 1, 'error.not_found'],
  ['not allowed', anApiError(403, 'error.forbidden'), 'staff.invitation.failed', 0, 'error.forbidden'],
])('sends an invitation again: %s', async (_name, answer, notice, loads, cause) => {
  const { dispatch, api, notices } = run(anApi().on('POST', '/hr-accounts/invite/:id', answer));
  dispatch(hrActions.invitationRequested({ id: 21, email: values.email }));
  await settle();
  expect(notices).toMatchObject([{ id: notice, ...(cause && { failure: { key: cause } }) }]);
  expect(api.callsOf('GET', '/hr-accounts/list')).toHaveLength(loads);
});

test.each([
  ['a fault', anApiError(500), 1, 'failed'],
  ['a lost session', anApiError(401, 'error.unauthorized'), 0, 'loading'],
])('the list does not load: %s', async (_name, error, times, status) => {
  const api = anApi().on('GET', '/branch-accounts/list', error);
  const { dispatch, state, ports } = run(api);
  dispatch(branchActions.listRequested());
  await settle();
  expect(selectBranches(state()).list.status).toBe(status);
  expect(ports.navigate.to).toHaveBeenCalledTimes(times);
  api.on('GET', '/branch-accounts/list', ok({ branch_accounts: [] }));
  dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
  await settle();
  expect(selectBranches(state()).list.status).toBe(times === 0 ? 'loaded' : 'failed');
});

test('a save that fails after its form was left leaves the next form alone, whose save was refused too', async () => {
  const late = deferred<ReturnType<typeof ok>>();
  const api = anApi()
    .on('POST', '/hr-accounts/edit/21', () => late.promise)
    .on('POST', '/hr-accounts/edit/22', anApiError(400, 'error.invalid'));
  const { dispatch, state, ports, notices } = run(api);
  dispatch(hrActions.formOpened({ id: 21 }));
  dispatch(hrActions.saveSubmitted(submitted(21)));
  dispatch(hrActions.formOpened({ id: 22 }));
  dispatch(hrActions.saveSubmitted(submitted(22)));
  await settle();
  late.reject(anApiError(500));
  await settle();
  expect(ports.navigate.to).not.toHaveBeenCalled();
  expect(selectHrAccounts(state())).toMatchObject({ form: { id: 22, draft: null }, save: { error: { status: 400 } } });
  expect(notices).toMatchObject([{ id: 'common.errors.errorOccurred' }]);
});

test('the list that fails after the page was left leads nowhere', async () => {
  const late = deferred<ReturnType<typeof ok>>();
  const { dispatch, ports } = run(anApi().on('GET', '/branch-accounts/list', () => late.promise));
  dispatch(branchActions.listRequested());
  dispatch(branchActions.pageLeft());
  late.reject(anApiError(500));
  await settle();
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('a refresh that fails keeps the rows and stays on the page', async () => {
  const api = anApi();
  const { dispatch, state, ports } = run(api);
  dispatch(branchActions.listRequested());
  await settle();
  api.on('GET', '/branch-accounts/list', anApiError(500));
  dispatch(branchActions.listRequested());
  await settle();
  expect(selectBranches(state()).list).toMatchObject({ status: 'loaded', data: [aBranch()] });
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('the answer to a form that was closed does not close the next one', async () => {
  const reply = deferred<ReturnType<typeof ok>>();
  const { dispatch, state, notices } = run(anApi().on('POST', '/branch-accounts/edit/31', () => reply.promise));
  dispatch(branchActions.formOpened({ id: 31 }));
  dispatch(branchActions.saveSubmitted(submitted(31)));
  dispatch(branchActions.formDismissed());
  dispatch(branchActions.formOpened({ id: null }));
  reply.resolve(ok({}));
  await settle();
  expect(notices).toHaveLength(1);
  expect(selectBranches(state())).toMatchObject({ form: { id: null }, save: { status: 'init' } });
});
