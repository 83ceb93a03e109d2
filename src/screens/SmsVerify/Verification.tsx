import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import {
  codeRequested,
  selectSentCode,
  selectStep,
  selectVerification,
  verificationLeft,
  verificationOpened,
} from '../../domains/phoneVerification';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { Name, T, useText } from '../../ui/text';
import { CodeForm } from './CodeForm';
import { FailureDialog } from './FailureDialog';
import { returnState, type SmsVerifyState } from './routeState';
import styles from './SmsVerify.module.css';

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
    void navigate(paths.smsVerify(), { replace: true, state: { ...routeState, sent } });
  });
  useEffect(() => {
    remember();
  }, [deadline, wrongTries]);

  const proof = verify.status === 'loaded' ? verify.data.phoneVerifyCode : null;
  const goBack = useEffectEvent((code: string) => {
    void navigate(pushBackTo, { replace: true, state: returnState(routeState, code) });
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
      <Name key="phone" className={styles.phone}>
        {phoneCode ? `${phoneCode} ${phone}` : phone}
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
      {block !== null && (
        <p className={styles.wait} role="status">
          <T id={`smsVerify.blocked.${block}`} />
        </p>
      )}
      {step !== 'sendRequestCode' && <CodeForm input={input} code={code} onChange={setCode} />}
      {step === 'sendRequestCode' && block === null && (
        <Button look="primary" wide busy={isSending} onClick={() => dispatch(codeRequested())}>
          <T id="smsVerify.send" />
        </Button>
      )}
      <ButtonLink
        to={pushBackTo}
        state={returnState(routeState)}
        look={block === null ? 'quiet' : 'primary'}
        wide
        className={styles.change}
      >
        <T id="smsVerify.change" />
      </ButtonLink>
      <FailureDialog
        change={
          <ButtonLink to={pushBackTo} state={returnState(routeState)} look="primary">
            <T id="smsVerify.change" />
          </ButtonLink>
        }
        onClose={handleFailureSeen}
      />
    </div>
  );
};
