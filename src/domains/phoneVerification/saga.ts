import { all, delay, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PHONE_INVALID_CODE, SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import type { SendCodeBody } from '../../../contract/schemas/account';
import type { Api } from '../../lib/api';
import { ApiError } from '../../lib/http';
import { callApi, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { safely } from '../kit/safely';
import {
  secondsUntil,
  codeRequested,
  phoneVerification,
  phoneVerificationActions,
  resendRequested,
  selectIsCodeDead,
  selectVerification,
  verificationLeft,
  verificationOpened,
} from './slice';

/**
 * Turns a 404 about other missing data into an unknown error: it shares the key of an invalid phone, and only the code
 * tells them apart.
 */
const withoutOtherNotFound = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.key !== ERROR_KEYS.phoneInvalid) return error;
  const { code } = (error.payload ?? {}) as { code?: unknown };
  return code === PHONE_INVALID_CODE ? error : new ApiError({ ...error, key: ERROR_KEYS.unknown });
};

/** Sends a code to a phone that belongs to no account; `resend` sends the same code again. */
const putSendCode = async (api: Api, body: Omit<SendCodeBody, 'isVerify'>) => {
  try {
    return await api.call('PUT /verify-phone-send-code', { body: { ...body, isVerify: true } });
  } catch (error) {
    throw withoutOtherNotFound(error);
  }
};

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

export function* phoneVerificationSaga(): Step<void> {
  yield all([
    takeEvery(verificationOpened, safely(open)),
    takeLatest([codeRequested, resendRequested], safely(send)),
    takeLatest([verificationOpened, phoneVerificationActions.codeSent, verificationLeft], safely(countDown)),
    ...phoneVerification.watch(),
  ]);
}
