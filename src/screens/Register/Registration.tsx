import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormikContext } from 'formik';
import {
  passwordDropped,
  placeOfFailure,
  refusesPhoneProof,
  registrationFailureSeen,
  registrationLeft,
  selectRegistration,
} from '../../domains/account';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T } from '../../ui/text';
import { toDraft, type RegisterValues } from './form';
import { RegisterForm } from './RegisterForm';
import styles from './Register.module.css';

interface RegistrationProps {
  verified: boolean;
  onProofRefused: () => void;
}

/**
 * The registration form. It submits itself after the verification if nothing is missing, and stores its values when
 * the user leaves.
 */
export const Registration = ({ verified, onProofRefused }: RegistrationProps) => {
  const dispatch = useAppDispatch();
  const submit = useAppSelector(selectRegistration);
  const { values, submitForm } = useFormikContext<RegisterValues>();
  const box = useRef<HTMLDivElement>(null);
  const hasBegun = useRef(false);
  const [lacksPassword] = useState(verified && values.password === '');
  const failure = errorOf(submit);
  const place = failure && placeOfFailure(failure);

  const begin = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    dispatch(passwordDropped());
    if (verified && !lacksPassword) void submitForm();
    if (lacksPassword) box.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  });
  useEffect(() => {
    begin();
  }, []);

  const leave = useEffectEvent(() => void dispatch(registrationLeft(toDraft(values))));
  useEffect(() => () => leave(), []);

  const isProofRefused = failure !== null && refusesPhoneProof(failure);
  const dropProof = useEffectEvent(onProofRefused);
  useEffect(() => {
    if (isProofRefused) dropProof();
  }, [isProofRefused]);

  // A field's error goes with a change of that field, and an error of the whole form with any change.
  const handleChange = () => {
    if (failure && !failure.fields) handleSeen();
  };
  const handleSeen = () => void dispatch(registrationFailureSeen());
  return (
    <div ref={box}>
      {lacksPassword && verified && (
        <p className={styles.note} role="status">
          <T id="register.returned" />
        </p>
      )}
      <RegisterForm
        verified={verified}
        busy={submit.status === 'loading'}
        failure={place === 'form' ? failure : null}
        proofExpired={isProofRefused}
        onChange={handleChange}
      />
      <Modal
        open={place === 'dialog'}
        title={<T id="register.failedTitle" />}
        text={<T id="common.apiValidations.error.unknown_error" />}
        onClose={handleSeen}
        foot={
          <Button look="primary" onClick={handleSeen}>
            <T id="ui.close" />
          </Button>
        }
      />
    </div>
  );
};
