import {
  type ReactNode,
  useEffect,
  useId,
  type FormEvent,
  type RefObject,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { SMS_CODE_DIGITS, SMS_CODE_SECONDS, SMS_RESEND_AT } from '../../../contract/constants/limits';
import { phoneText } from '../../../contract/constants/text';
import {
  failureSeen,
  resendRequested,
  selectIsCodeDead,
  selectVerification,
  codeSubmitted,
  selectMayResend,
  selectSecondsLeft,
  selectStep,
  codeRequested,
  selectSentCode,
  verificationLeft,
  verificationOpened,
} from '../../domains/phoneVerification';
import type { Failure } from '../../domains/kit/failure';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { paths } from '../../lib/paths';
import { Button, ButtonLink } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { T, useHasText, useText, Name } from '../../ui/text';
import { describedBy, FieldFrame } from '../../ui/FormMessage';
import { GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { clockText, codeDigits, returnState, type SmsVerifyState } from './routeState';
import fieldStyles from '../../ui/Field.module.css';
import { useNavigate } from '../../ui/router';
import styles from './SmsVerify.module.css';

/**
 * Shows the text of an error key: this page's text, else the general one; keys without a text are unexpected errors:
 * docs/PRODUCT.md#phone-codes.
 */
const SmsFailureText = ({ failure }: { failure: Failure }) => {
  const hasText = useHasText();
  const { key, kind } = failure;
  const byKey = `phoneVerify.${key}`;
  if (hasText(byKey)) return <T id={byKey} />;
  const isKnown = key !== ERROR_KEYS.unknown && hasText(`errors.keys.${key}`);
  return isKnown || kind === 'network' || kind === 'limited' ? (
    <FailureText failure={failure} />
  ) : (
    <T id="phoneVerify.unexpected" />
  );
};

interface FailureDialogProps {
  /** The link to the form with another number, offered when this number is taken. */
  change: ReactNode;
  onClose: () => void;
}

/** Says why no code was sent or why it was refused, and offers the way on. Closing it returns to an empty form. */
const FailureDialog = ({ change, onClose }: FailureDialogProps) => {
  const dispatch = useAppDispatch();
  const { send, verify, block } = useFields(selectVerification, 'send', 'verify', 'block');
  const isCodeDead = useAppSelector(selectIsCodeDead);
  const hasExpired = useAppSelector(selectSecondsLeft) === 0;
  const failure = verify.status === 'failed' ? verify.error : errorOf(send);
  if (!failure) return null;
  // The server calls an expired code wrong.
  const ended =
    failure.key === ERROR_KEYS.phoneCodeWrong && (isCodeDead ? 'phoneVerify.dead' : hasExpired && 'smsVerify.expired');
  const isTaken = block === 'taken' && !ended;
  const handleClose = () => {
    dispatch(failureSeen());
    onClose();
  };
  const handleSendNew = () => {
    handleClose();
    dispatch(resendRequested());
  };
  return (
    <Modal
      open
      title={<T id="phoneVerify.title" />}
      text={ended ? <T id={ended} /> : <SmsFailureText failure={failure} />}
      onClose={handleClose}
      foot={
        <>
          <Button look={ended || isTaken ? 'secondary' : 'primary'} onClick={handleClose} textId="ui.close" />
          {ended && block === null && <Button look="primary" onClick={handleSendNew} textId="smsVerify.sendNew" />}
          {isTaken && change}
        </>
      }
    />
  );
};

interface CodeFormProps {
  input: RefObject<HTMLInputElement | null>;
  code: string;
  onChange: (code: string) => void;
}

/** The four digits of the code, the time left, and a button that sends a new code. */
const CodeForm = ({ input, code, onChange }: CodeFormProps) => {
  const t = useText();
  const id = useId();
  const dispatch = useAppDispatch();
  const { resent, block, countdown } = useFields(selectVerification, 'resent', 'block', 'countdown');
  const isDead = useAppSelector(selectIsCodeDead);
  const step = useAppSelector(selectStep);
  const secondsLeft = useAppSelector(selectSecondsLeft);
  const mayResend = useAppSelector(selectMayResend);
  const isChecking = step === 'codeSend';
  const isComplete = code.length === SMS_CODE_DIGITS;

  // A new code disables the button that asked for it.
  const deadline = countdown?.deadline;
  useEffect(() => {
    input.current?.focus();
  }, [input, deadline]);

  const submit = (smsCode: string) => {
    if (smsCode.length === SMS_CODE_DIGITS && !isChecking && !isDead) dispatch(codeSubmitted({ smsCode }));
  };
  const handleType = (text: string) => {
    const digits = codeDigits(text);
    onChange(digits);
    // The last digit submits the code. Changing one of four digits does not, because the user is correcting it.
    if (code.length < SMS_CODE_DIGITS) submit(digits);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(code);
  };
  const ended = isDead ? 'smsVerify.dead' : secondsLeft === 0 ? 'smsVerify.expired' : null;
  const hint = ended ? t(ended) : t('smsVerify.timeLeft', { time: clockText(secondsLeft) });
  return (
    <form className="stack gap-16" onSubmit={handleSubmit} noValidate>
      <FieldFrame id={id} label={t('smsVerify.code')} hint={<span role="timer">{hint}</span>}>
        <input
          ref={input}
          id={id}
          className={`${fieldStyles.input} ${styles.code}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          readOnly={isChecking}
          aria-describedby={describedBy(id, { hint })}
          value={code}
          onChange={(event) => handleType(event.target.value)}
        />
      </FieldFrame>
      <span className="visually-hidden" role="status">
        {ended ? t(ended) : secondsLeft <= 60 && t('smsVerify.minuteLeft')}
      </span>
      <Button
        type="submit"
        look="primary"
        wide
        busy={isChecking}
        disabled={!isComplete || isDead}
        textId="smsVerify.confirm"
      />
      {block === null && (
        <Button
          wide
          busy={step === 'reSendRequestCode'}
          disabled={!mayResend}
          onClick={() => dispatch(resendRequested())}
          textId={isDead ? 'smsVerify.sendNew' : 'smsVerify.resend'}
        />
      )}
      {block === null && !mayResend && secondsLeft > 0 && (
        <p className="hint">
          {resent ? (
            <T id="smsVerify.resendAtEnd" />
          ) : (
            <T id="smsVerify.resendWait" values={{ seconds: SMS_CODE_SECONDS - SMS_RESEND_AT }} />
          )}
        </p>
      )}
    </form>
  );
};

/** Sends the code, checks it and returns to the previous page with it. */
export const Verification = ({ routeState }: { routeState: SmsVerifyState }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { send, verify, countdown, block } = useFields(selectVerification, 'send', 'verify', 'countdown', 'block');
  const step = useAppSelector(selectStep);
  const sent = useAppSelector(selectSentCode);
  const { phone, countryCode, phoneCode, pushBackTo } = routeState;
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');

  const open = useEffectEvent(() => {
    dispatch(verificationOpened({ phone, countryCode, pushBackTo, sent: routeState.sent }));
  });
  useEffect(() => {
    open();
    return () => void dispatch(verificationLeft());
  }, [dispatch]);

  const deadline = sent?.deadline;
  const wrongTries = sent?.wrongTries;
  const remember = useEffectEvent(() => {
    if (!sent || (deadline === routeState.sent?.deadline && wrongTries === routeState.sent?.wrongTries)) return;
    navigate(paths.smsVerify(), { replace: true, state: { ...routeState, sent } });
  });
  useEffect(() => {
    remember();
  }, [deadline, wrongTries]);

  const proof = verify.status === 'loaded' ? verify.data.phoneVerifyCode : null;
  const goBack = useEffectEvent((code: string) => {
    navigate(pushBackTo, { replace: true, state: returnState(routeState, code) });
  });
  useEffect(() => {
    if (proof !== null) goBack(proof);
  }, [proof]);

  const handleFailureSeen = () => {
    setCode('');
    // Runs after the dialog has returned the focus.
    setTimeout(() => input.current?.focus());
  };
  const isSending = step === 'sendRequestCode' && send.status === 'loading';
  const leadValues = {
    phone: (
      <Name key="phone" className="bold one-line">
        {phoneCode ? phoneText(`${phoneCode} ${phone}`) : phone}
      </Name>
    ),
    digits: SMS_CODE_DIGITS,
  };
  const lead = countdown
    ? 'smsVerify.sent'
    : isSending || send.status === 'init'
      ? 'smsVerify.sending'
      : 'smsVerify.notSent';
  return (
    <div className={styles.box}>
      <GuestHead heading={<PageHeading title={t('smsVerify.title')} />} lead={<T id={lead} values={leadValues} />} />
      {block !== null && <T as="p" className="hint" role="status" id={`smsVerify.blocked.${block}`} />}
      {step !== 'sendRequestCode' && <CodeForm input={input} code={code} onChange={setCode} />}
      {step === 'sendRequestCode' && block === null && (
        <Button
          look="primary"
          wide
          busy={isSending}
          onClick={() => dispatch(codeRequested())}
          textId="smsVerify.send"
        />
      )}
      <ButtonLink
        to={pushBackTo}
        state={returnState(routeState)}
        look={block === null ? 'quiet' : 'primary'}
        wide
        className={styles.change}
        textId="smsVerify.change"
      />
      <FailureDialog
        change={<ButtonLink to={pushBackTo} state={returnState(routeState)} look="primary" textId="smsVerify.change" />}
        onClose={handleFailureSeen}
      />
    </div>
  );
};
