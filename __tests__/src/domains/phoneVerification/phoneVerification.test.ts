import {
  codeRequested,
  codeSubmitted,
  failureSeen,
  phoneVerificationSaga,
  resendRequested,
  selectIsCodeDead,
  selectMayResend,
  selectSecondsLeft,
  selectStep,
  selectVerification,
  verificationLeft,
  verificationOpened,
  type SentCode,
} from '../../../../src/domains/phoneVerification';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { fakeClock, NOW } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const SEND = '/verify-phone-send-code';
const VERIFY = '/update-phone-verify';
const target = { phone: '5321234567', countryCode: 'TR', pushBackTo: '/register' };
const answered = ok({ status: 'user.phone.verified_code.send' });

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const server = () =>
  fakeApi()
    .on('PUT', SEND, answered)
    .on('POST', VERIFY, ok({ phoneVerifyCode: 'proof' }));

const sentUntil = (deadline: number) => ({ deadline, secret: 'stored', resent: false, wrongTries: 0 });

const open = async (api = server(), sent: SentCode | null = null) => {
  const world = runWatcher(phoneVerificationSaga, { api });
  world.dispatch(verificationOpened({ ...target, sent }));
  await clock.after(0);
  const say = () => ({
    step: selectStep(world.state()),
    left: selectSecondsLeft(world.state()),
    again: selectMayResend(world.state()),
  });
  return { ...world, say, sends: () => world.api.callsOf('PUT', SEND) };
};

describe('sending the code', () => {
  test('is sent once when the page opens', async () => {
    const world = await open();
    expect(world.sends()).toMatchObject([{ body: { phone: '5321234567', countryCode: 'TR', isVerify: true } }]);
    expect(world.sends()[0]?.body).not.toHaveProperty('resend');
    expect(world.sends()[0]?.body).toMatchObject({ ticket: 'random-id' });
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 180, again: false });
  });

  test('reports that it is being sent', async () => {
    const answer = deferred<typeof answered>();
    const world = await open(server().on('PUT', SEND, () => answer.promise));
    expect(world.say()).toEqual({ step: 'sendRequestCode', left: 180, again: false });
    // Leaves and reopens while the request runs, as React's StrictMode does.
    world.dispatch(verificationLeft());
    world.dispatch(verificationOpened({ ...target, sent: null }));
    await clock.after(0);
    expect(world.sends()).toHaveLength(1);
    answer.resolve(answered);
    await clock.after(1000);
    expect(world.say()).toMatchObject({ step: 'waitEnterCode', left: 179 });
  });

  test('a reload while the code is valid sends no new code', async () => {
    const world = await open(server(), sentUntil(NOW + 100_000));
    expect(world.sends()).toEqual([]);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 100, again: true });
  });

  test('a reload keeps the wrong tries, the requester and the resend', async () => {
    const api = server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error'));
    const world = await open(api, { ...sentUntil(NOW + 100_000), resent: true, wrongTries: 4 });
    expect(world.say().again).toBe(false);
    world.dispatch(codeSubmitted({ smsCode: '0000' }));
    await clock.after(0);
    expect(world.api.callsOf('POST', VERIFY)).toMatchObject([{ body: { ticket: 'stored' } }]);
    expect(selectIsCodeDead(world.state())).toBe(true);
  });

  test('a reload after the code expired waits for the user to request one', async () => {
    const world = await open(server(), sentUntil(NOW - 1));
    expect(world.sends()).toEqual([]);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 0, again: true });
  });

  test('returning with the same phone continues; another phone starts over', async () => {
    const world = await open();
    world.dispatch(verificationLeft());
    await clock.after(20_000);
    world.dispatch(verificationOpened({ ...target, sent: null }));
    await clock.after(0);
    expect(world.sends()).toHaveLength(1);
    expect(world.say()).toMatchObject({ left: 160 });
    world.dispatch(verificationOpened({ ...target, phone: '5550000000', sent: null }));
    await clock.after(0);
    expect(world.sends()).toHaveLength(2);
    expect(world.say()).toMatchObject({ left: 180 });
  });

  test('a code for a registration does not count for a profile', async () => {
    const world = await open();
    world.dispatch(verificationOpened({ ...target, pushBackTo: '/profile/edit', sent: null }));
    await clock.after(0);
    expect(world.sends()).toHaveLength(2);
  });

  test.each([
    ['user.phone.verify.unique', anApiError(400, 'user.phone.verify.unique')],
    ['user.phone.verify.daily_limit', anApiError(429, 'user.phone.verify.daily_limit')],
    ['network.no_answer', noAnswer()],
    [
      'not_found_http_exception',
      new ApiError({ status: 400, key: 'not_found_http_exception', payload: { code: 1030 } }),
    ],
    ['error.unknown_error', new ApiError({ status: 404, key: 'not_found_http_exception', payload: {} })],
  ])('keeps the failure %s and lets the user try again', async (key, error) => {
    const world = await open(server().on('PUT', SEND, error));
    expect(selectVerification(world.state()).send).toMatchObject({ status: 'failed', error: { key } });
    world.dispatch(failureSeen());
    expect(world.say()).toMatchObject({ step: 'sendRequestCode', again: false });
    world.api.on('PUT', SEND, answered);
    world.dispatch(codeRequested());
    await clock.after(0);
    expect(world.say()).toMatchObject({ step: 'waitEnterCode' });
  });
});

describe('the countdown', () => {
  test('runs from 180 to 0, allows one new code from 150 on and again at 0', async () => {
    const world = await open();
    await clock.after(29_000);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 151, again: false });
    await clock.after(1000);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 150, again: true });
    world.dispatch(resendRequested());
    expect(world.say()).toMatchObject({ step: 'reSendRequestCode' });
    await clock.after(0);
    expect(world.sends()[1]?.body).toMatchObject({ resend: true });
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 180, again: false });
    await clock.after(90_000);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 90, again: false });
    await clock.after(90_000);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 0, again: true });
    world.dispatch(resendRequested());
    await clock.after(30_000);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 150, again: true });
  });

  test('is correct as soon as a sleeping tab wakes', async () => {
    const world = await open();
    jest.setSystemTime(NOW + 100_000);
    await clock.after(1000);
    expect(world.say()).toMatchObject({ left: 79 });
  });

  test('stops when the page is left', async () => {
    const world = await open();
    world.dispatch(verificationLeft());
    const before = world.events.length;
    await clock.after(60_000);
    expect(world.events).toHaveLength(before);
  });
});

describe('the code', () => {
  test('is verified, and forgotten when the page is left', async () => {
    const world = await open();
    world.dispatch(codeSubmitted({ smsCode: '1234' }));
    expect(world.say()).toMatchObject({ step: 'codeSend' });
    world.dispatch(codeSubmitted({ smsCode: '1234' }));
    await clock.after(0);
    expect(world.api.callsOf('POST', VERIFY)).toMatchObject([
      { body: { phone: '5321234567', code: '1234', ticket: 'random-id' } },
    ]);
    expect(selectVerification(world.state()).verify).toEqual({ status: 'loaded', data: { phoneVerifyCode: 'proof' } });
    world.dispatch(verificationLeft());
    expect(selectVerification(world.state())).toMatchObject({ target: null, verify: { status: 'init' } });
  });

  test('ends at the fifth wrong try, and a new code may be sent at once', async () => {
    const world = await open(server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error')));
    const tryCode = async () => {
      world.dispatch(codeSubmitted({ smsCode: '0000' }));
      await clock.after(0);
      world.dispatch(failureSeen());
    };
    for (let tries = 1; tries < 5; tries += 1) await tryCode();
    expect([selectIsCodeDead(world.state()), world.say().again]).toEqual([false, false]);
    await tryCode();
    expect([selectIsCodeDead(world.state()), world.say().again]).toEqual([true, true]);
    world.dispatch(resendRequested());
    await clock.after(0);
    expect(selectIsCodeDead(world.state())).toBe(false);
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 180, again: false });
    await clock.after(30_000);
    expect(world.say().again).toBe(true);
  });

  test('a resent code keeps its wrong tries', async () => {
    const world = await open(server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error')));
    world.dispatch(codeSubmitted({ smsCode: '0000' }));
    await clock.after(30_000);
    world.dispatch(failureSeen());
    world.dispatch(resendRequested());
    await clock.after(0);
    expect(selectVerification(world.state()).wrongTries).toBe(1);
  });

  test('the daily limit blocks further codes until the server allows one', async () => {
    const limit = new ApiError({ status: 429, key: 'user.phone.verify.daily_limit', retryAfter: 60 });
    const world = await open(server(), sentUntil(NOW - 1));
    world.api.on('PUT', SEND, limit);
    world.dispatch(resendRequested());
    await clock.after(0);
    world.dispatch(failureSeen());
    expect(world.say().again).toBe(false);
    await clock.after(60_000);
    expect(world.say().again).toBe(true);
  });

  test('keeps the countdown running after a wrong code', async () => {
    const world = await open(server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error')));
    await clock.after(10_000);
    world.dispatch(codeSubmitted({ smsCode: '0000' }));
    await clock.after(0);
    expect(selectVerification(world.state()).verify).toMatchObject({ status: 'failed' });
    world.dispatch(failureSeen());
    expect(world.say()).toEqual({ step: 'waitEnterCode', left: 170, again: false });
  });
});
