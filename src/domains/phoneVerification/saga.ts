import { all, delay, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import { callApi, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { putSendCode } from './api';
import { secondsUntil } from './rules';
import { selectIsCodeDead, selectVerification } from './selectors';
import {
  codeRequested,
  codeSubmitted,
  phoneVerificationActions,
  resendRequested,
  verificationLeft,
  verificationOpened,
} from './slice';

/** Sends the first code unless one is being sent or still valid. */
function* open(): Step<void> {
  const { send, countdown } = yield* read(selectVerification);
  if (send.status === 'init' && countdown === null) yield put(codeRequested());
}

function* send({ type }: { type: string }): Step<void> {
  const before = yield* read(selectVerification);
  if (!before.target) return;
  const { phone, countryCode } = before.target;
  const isResend = type === resendRequested.type;
  const isCodeDead = yield* read(selectIsCodeDead);
  const random = yield* port('random');
  const ticket = before.secret ?? random.id();
  try {
    const body = { phone, countryCode, ticket, ...(isResend && { resend: true }) };
    yield* callApi((api) => putSendCode(api, body));
  } catch (error) {
    const failure = toFailure(error);
    yield put(phoneVerificationActions.sendFailed(failure));
    if (failure.retryAfter === undefined) return;
    yield delay(failure.retryAfter * 1000);
    yield put(phoneVerificationActions.limitEnded());
    return;
  }
  const clock = yield* port('clock');
  const deadline = clock.now() + SMS_CODE_SECONDS * 1000;
  // A resend at 0, or of a dead code, sends a new code and starts again from the beginning.
  const resent = isResend && !isCodeDead && (before.countdown?.secondsLeft ?? 0) > 0;
  yield put(
    phoneVerificationActions.codeSent({
      countdown: { deadline, secondsLeft: SMS_CODE_SECONDS },
      secret: ticket,
      resent,
    }),
  );
}

/** Counts down by the clock, so that a throttled tab shows the right time as soon as it wakes. */
function* countDown({ type }: { type: string }): Step<void> {
  if (type === verificationLeft.type) return;
  const clock = yield* port('clock');
  for (;;) {
    const { countdown } = yield* read(selectVerification);
    if (!countdown) return;
    const now = clock.now();
    const secondsLeft = secondsUntil(countdown.deadline, now);
    if (secondsLeft !== countdown.secondsLeft) yield put(phoneVerificationActions.ticked({ secondsLeft }));
    if (secondsLeft === 0) return;
    yield delay(Math.min(1000, Math.max(1, countdown.deadline - now - (secondsLeft - 1) * 1000)));
  }
}

function* verify({ payload: { smsCode } }: ReturnType<typeof codeSubmitted>): Step<void> {
  const { target, secret } = yield* read(selectVerification);
  if (!target) return;
  const body = { phone: target.phone, ...(secret !== null && { ticket: secret }) };
  yield* submit({
    send: (api) => api.call('POST /update-phone-verify', { body: { ...body, code: smsCode } }),
    onLoaded: phoneVerificationActions.codeAccepted,
    onFailed: phoneVerificationActions.codeRefused,
  });
}

export function* phoneVerificationSaga(): Step<void> {
  yield all([
    takeEvery(verificationOpened, safely(open)),
    takeLatest([codeRequested, resendRequested], safely(send)),
    takeLatest([verificationOpened, phoneVerificationActions.codeSent, verificationLeft], safely(countDown)),
    takeLeading(codeSubmitted, safely(verify)),
  ]);
}
