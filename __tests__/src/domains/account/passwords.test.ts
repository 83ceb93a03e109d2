import {
  accountSaga,
  forgetLeft,
  forgetSubmitted,
  isInvalidToken,
  resetLeft,
  resetLinkOpened,
  resetSubmitted,
  selectForget,
  selectReset,
  selectTokenCheck,
} from '../../../../src/domains/account';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const open = (api = fakeApi()) => runWatcher(accountSaga, { api });

describe('a forgotten password', () => {
  test('announces that the mail is on its way', async () => {
    const world = open(fakeApi().on('POST', '/user/v2/forget-password', ok(null)));
    world.dispatch(forgetSubmitted({ email: 'a@b.co' }));
    await settle();
    expect(selectForget(world.state()).status).toBe('loaded');
    expect(world.notices).toEqual([]);
    world.dispatch(forgetLeft());
    expect(selectForget(world.state()).status).toBe('init');
    expect(world.notices).toEqual([{ id: 'forgetPassword.sent', kind: 'success', inPage: true }]);
  });

  test('announces the mail to a user who left before the answer', async () => {
    const world = open(fakeApi().on('POST', '/user/v2/forget-password', ok(null)));
    world.dispatch(forgetSubmitted({ email: 'a@b.co' }));
    world.dispatch(forgetLeft());
    await settle();
    expect(world.notices).toHaveLength(1);
    expect(selectForget(world.state())).toEqual({ status: 'init' });
  });

  test.each([
    [anApiError(400, 'invalid.mail.address'), 'invalid'],
    [anApiError(429, 'error.too_many_requests'), 'limited'],
    [noAnswer(), 'network'],
  ])('announces nothing after %s', async (error, kind) => {
    const world = open(fakeApi().on('POST', '/user/v2/forget-password', error));
    world.dispatch(forgetSubmitted({ email: 'a@b.co' }));
    await settle();
    expect(selectForget(world.state())).toMatchObject({ status: 'failed', error: { kind } });
    expect(world.notices).toEqual([]);
  });
});

describe('a new password', () => {
  const TOKEN = '/user/reset-password-valid-token/:token';
  const RESET = '/user/reset-password/:token';
  const passwords = { firstPassword: 'Secret12', secondPassword: 'Secret12' };

  test('checks the encoded token of the address', async () => {
    const world = open(fakeApi().on('GET', TOKEN, ok(null)));
    world.dispatch(resetLinkOpened({ resetToken: 'a/b?c' }));
    expect(selectTokenCheck(world.state()).status).toBe('loading');
    await settle();
    expect(selectTokenCheck(world.state()).status).toBe('loaded');
    expect(world.api.calls[0]?.path).toBe('/user/reset-password-valid-token/a%2Fb%3Fc');
  });

  test('recognises an invalid token', async () => {
    const world = open(fakeApi().on('GET', TOKEN, anApiError(404, 'invalidToken')));
    world.dispatch(resetLinkOpened({ resetToken: 'x' }));
    await settle();
    const check = selectTokenCheck(world.state());
    expect(check.status === 'failed' && isInvalidToken(check.error)).toBe(true);
    expect(world.ports.navigate.to).toHaveBeenCalledWith('/forget-password', {
      replace: true,
      state: { hasDeadLink: true },
    });
    expect(world.notices).toEqual([]);
  });

  test('is saved once, then leads to sign-in with a notice', async () => {
    const world = open(fakeApi().on('POST', RESET, ok(null)));
    world.dispatch(resetSubmitted({ resetToken: 'x', ...passwords }));
    world.dispatch(resetSubmitted({ resetToken: 'x', ...passwords }));
    await settle();
    expect(world.api.calls).toMatchObject([{ path: '/user/reset-password/x', body: passwords }]);
    expect(world.ports.navigate.to).toHaveBeenCalledWith('/login', { replace: true });
    expect(world.notices).toEqual([{ id: 'resetPassword.done', kind: 'success' }]);
    expect(selectReset(world.state()).status).toBe('loaded');
  });

  test.each([
    ['saved', null, 'resetPassword.done'],
    ['refused because of its link', anApiError(404, 'error.not_found'), 'common.errors.errorOccurred'],
  ])('is %s, and leads nowhere after its page was left', async (_name, error, notice) => {
    const late = deferred<ReturnType<typeof ok>>();
    const world = open(fakeApi().on('POST', RESET, () => late.promise));
    world.dispatch(resetSubmitted({ resetToken: 'x', ...passwords }));
    world.dispatch(resetLeft());
    if (error) late.reject(error);
    else late.resolve(ok(null));
    await settle();
    expect(world.ports.navigate.to).not.toHaveBeenCalled();
    expect(world.notices).toMatchObject([{ id: notice }]);
    expect(selectReset(world.state()).status).toBe('init');
  });

  test('shows unequal passwords at both fields', async () => {
    const errors = ['password.is_not.equal'];
    const refused = new ApiError({
      status: 400,
      key: 'password.is_not.equal',
      children: { firstPassword: { errors }, secondPassword: { errors } },
    });
    const world = open(fakeApi().on('POST', RESET, refused));
    world.dispatch(resetSubmitted({ resetToken: 'x', ...passwords }));
    await settle();
    expect(selectReset(world.state())).toMatchObject({
      error: { fields: { firstPassword: errors[0], secondPassword: errors[0] } },
    });
    expect(world.ports.navigate.to).not.toHaveBeenCalled();
  });
});
