import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { SMS_CODE_SECONDS, SMS_RESEND_AT, SMS_CODE_TRIES } from '../../../contract/constants/limits';
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { VerifyPhonePayload } from '../../../contract/schemas/account';
import type { Failure } from '../kit/failure';
import { failed, init, loadReducers, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

/** The phone and the purpose: a code for one purpose proves nothing for another. */
export interface Target {
  phone: string;
  countryCode: string;
  /** The page that requested the verification. */
  pushBackTo: string;
}

/** The data about a sent code that must survive a reload. */
export interface SentCode {
  /** When the code expires, in milliseconds since 1970. */
  deadline: number;
  /** Random text by which the server knows who requested the code: attempts of others do not count. */
  secret: string;
  /** True when the code was resent before its deadline. */
  resent: boolean;
  /** Wrong tries of the code; the server accepts `SMS_CODE_TRIES` of them. */
  wrongTries: number;
}

const isSameTarget = (one: Target | null, other: Target): boolean =>
  one !== null &&
  one.phone === other.phone &&
  one.countryCode === other.countryCode &&
  one.pushBackTo === other.pushBackTo;

/** Steps of docs/PRODUCT.md#phone-codes. */
type VerificationStep = 'sendRequestCode' | 'waitEnterCode' | 'codeSend' | 'reSendRequestCode';

/** Returns the whole seconds until `deadline` (milliseconds since 1970), at most a code's lifetime. */
export const secondsUntil = (deadline: number, now: number): number =>
  Math.min(SMS_CODE_SECONDS, Math.max(0, Math.ceil((deadline - now) / 1000)));

/**
 * Returns whether the user may resend the code: once from 150 s on, and at 0 (docs/PRODUCT.md#phone-codes). `resent`
 * is true after the first of the two.
 */
export const mayResend = (secondsLeft: number, resent: boolean): boolean =>
  secondsLeft === 0 || (secondsLeft <= SMS_RESEND_AT && !resent);

/** Why no code can be sent: another account has the number, or too many codes were sent. */
export type Block = 'taken' | 'limited';

const BLOCKS: Record<string, Block> = {
  [ERROR_KEYS.phoneNotUnique]: 'taken',
  [ERROR_KEYS.phoneDailyLimit]: 'limited',
};

/** The deadline in milliseconds since 1970, and the whole seconds until then. */
interface Countdown {
  deadline: number;
  secondsLeft: number;
}

interface PhoneVerificationState {
  target: Target | null;
  /** Counts the code's lifetime; null before the first code. */
  countdown: Countdown | null;
  secret: SentCode['secret'] | null;
  resent: SentCode['resent'];
  wrongTries: SentCode['wrongTries'];
  /** Why no code can be sent to this phone; null if one can. */
  block: Block | null;
  send: Loadable<null>;
  verify: Loadable<VerifyPhonePayload>;
}

interface Sent {
  countdown: Countdown;
  secret: string;
  resent: boolean;
}

const initialState: PhoneVerificationState = {
  target: null,
  countdown: null,
  secret: null,
  resent: false,
  wrongTries: 0,
  block: null,
  send: init,
  verify: init,
};

/** `sent` is the code that was sent before a reload. */
interface OpenedVerification extends Target {
  sent: SentCode | null;
}

export const phoneVerification = operations<PhoneVerificationState>('phoneVerification');

const to = loadReducers<PhoneVerificationState>();

const slice = createSlice({
  name: 'phoneVerification',
  initialState,
  reducers: {
    /** The page opened; a code that is still valid for the same phone is not sent again. */
    verificationOpened: (state, { payload: { sent, ...target } }: PayloadAction<OpenedVerification>) => {
      if (isSameTarget(state.target, target)) return state;
      if (!sent) return { ...initialState, target };
      const { deadline, ...code } = sent;
      return { ...initialState, ...code, target, countdown: { deadline, secondsLeft: 0 } };
    },
    /** A pending or valid code stays usable when the user returns; the error is cleared. */
    verificationLeft: (state) => {
      if (state.verify.status === 'loaded') return initialState;
      // The server uses up the code of a call under way, so its answer must not be late.
      const verify = state.verify.status === 'loading' ? state.verify : init;
      if (state.send.status === 'loading') return { ...state, verify };
      return state.countdown ? { ...state, verify, send: loaded(null) } : initialState;
    },
    codeRequested: to.loading('send'),
    resendRequested: to.loading('send'),
    codeSent: (state, { payload: { countdown, secret, resent } }: PayloadAction<Sent>) => {
      state.send = loaded(null);
      state.secret = secret;
      state.countdown = countdown;
      state.resent = resent;
      state.block = null;
      // A code that is sent again keeps its wrong tries.
      if (!resent) state.wrongTries = 0;
    },
    sendFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.send = failed(payload);
      state.block = BLOCKS[payload.key] ?? null;
    },
    limitEnded: (state) => {
      if (state.block === 'limited') state.block = null;
    },
    ticked: (state, { payload }: PayloadAction<{ secondsLeft: number }>) => {
      if (state.countdown) state.countdown.secondsLeft = payload.secondsLeft;
    },
    failureSeen: (state) => {
      if (state.verify.status === 'failed') state.verify = init;
      if (state.send.status === 'failed') state.send = state.countdown ? loaded(null) : init;
    },
  },
  extraReducers: phoneVerification.reduce,
});

export const phoneVerificationReducer = slice.reducer;
export const phoneVerificationActions = slice.actions;
export const { verificationOpened, verificationLeft, codeRequested, resendRequested, failureSeen } = slice.actions;

interface Root {
  phoneVerification: PhoneVerificationState;
}

export const selectVerification = (state: Root) => state.phoneVerification;

/** Returns the step: sending the first code, waiting for input, verifying the input, or resending. */
export const selectStep = ({ phoneVerification: { verify, send, countdown } }: Root): VerificationStep => {
  if (verify.status === 'loading' || verify.status === 'loaded') return 'codeSend';
  if (countdown === null) return 'sendRequestCode';
  return send.status === 'loading' ? 'reSendRequestCode' : 'waitEnterCode';
};

/** Returns the rest of the code's lifetime in whole seconds. */
export const selectSecondsLeft = ({ phoneVerification: { countdown } }: Root): number =>
  countdown?.secondsLeft ?? SMS_CODE_SECONDS;

/** Returns whether the wrong tries have ended the code, so that even the right one is refused. */
export const selectIsCodeDead = ({ phoneVerification: { wrongTries } }: Root): boolean => wrongTries >= SMS_CODE_TRIES;

/** Returns the data about the current code that must survive a reload; null before the first one. */
export const selectSentCode = createSelector(
  [selectVerification],
  ({ countdown, secret, resent, wrongTries }): SentCode | null =>
    countdown && secret !== null ? { deadline: countdown.deadline, secret, resent, wrongTries } : null,
);

export const selectMayResend = (state: Root): boolean => {
  const { countdown, resent, block } = state.phoneVerification;
  if (countdown === null || block !== null || selectStep(state) !== 'waitEnterCode') return false;
  return selectIsCodeDead(state) || mayResend(countdown.secondsLeft, resent);
};

export const codeSubmitted = phoneVerification.change('codeSubmitted', {
  field: 'verify',
  call: (api, { smsCode: code }: { smsCode: string }, { target, secret }) => {
    const body = { phone: target?.phone ?? '', ...(secret !== null && { ticket: secret }), code };
    return api.call('POST /update-phone-verify', { body });
  },
  when: ({ target }) => target !== null,
  loaded: (state, proof) => {
    state.verify = loaded(proof);
  },
  failed: (state, { key }) => {
    if (key === ERROR_KEYS.phoneCodeWrong) state.wrongTries += 1;
  },
});
