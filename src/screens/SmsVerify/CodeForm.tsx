import { useEffect, useId, type FormEvent, type RefObject } from 'react';
import { SMS_CODE_DIGITS, SMS_RESEND_AT } from '../../../contract/constants/limits';
import {
  codeSubmitted,
  resendRequested,
  selectIsCodeDead,
  selectMayResend,
  selectSecondsLeft,
  selectStep,
  selectVerification,
} from '../../domains/phoneVerification';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { describedBy, FieldFrame } from '../../ui/FieldFrame';
import { T, useText } from '../../ui/text';
import { clockText, codeDigits } from './routeState';
import fieldStyles from '../../ui/Field.module.css';
import styles from './SmsVerify.module.css';

interface CodeFormProps {
  input: RefObject<HTMLInputElement | null>;
  code: string;
  onChange: (code: string) => void;
}

/** The four digits of the code, the time left, and a button that sends a new code. */
export const CodeForm = ({ input, code, onChange }: CodeFormProps) => {
  const t = useText();
  const id = useId();
  const dispatch = useAppDispatch();
  const { resent, block } = useFields(selectVerification, 'resent', 'block');
  const isDead = useAppSelector(selectIsCodeDead);
  const step = useAppSelector(selectStep);
  const secondsLeft = useAppSelector(selectSecondsLeft);
  const mayResend = useAppSelector(selectMayResend);
  const isChecking = step === 'codeSend';
  const isComplete = code.length === SMS_CODE_DIGITS;

  useEffect(() => {
    input.current?.focus();
  }, [input]);

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
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
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
      <Button type="submit" look="primary" wide busy={isChecking} disabled={!isComplete || isDead}>
        <T id="smsVerify.confirm" />
      </Button>
      {block === null && (
        <Button
          wide
          busy={step === 'reSendRequestCode'}
          disabled={!mayResend}
          onClick={() => dispatch(resendRequested())}
        >
          <T id={isDead ? 'smsVerify.sendNew' : 'smsVerify.resend'} />
        </Button>
      )}
      {block === null && !mayResend && secondsLeft > 0 && (
        <p className={styles.wait}>
          {resent ? (
            <T id="smsVerify.resendAtEnd" />
          ) : (
            <T id="smsVerify.resendWait" values={{ time: clockText(SMS_RESEND_AT) }} />
          )}
        </p>
      )}
    </form>
  );
};
