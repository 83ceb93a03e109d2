import { useRef } from 'react';
import { Form, Formik } from 'formik';
import { boolean, object } from 'yup';
import { Button } from '../../ui/Button';
import { T } from '../../ui/text';
import { FirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { SalesAgreement } from '../../widgets/DocumentModal/SalesAgreement';
import styles from './Checkout.module.css';

const schema = object({ agreement: boolean().oneOf([true], 'validation.agreement') });

/** The sales agreement, which the user accepts before the provider's form appears. */
export const Acceptance = ({ onAccepted }: { onAccepted: () => void }) => {
  const form = useRef<HTMLFormElement>(null);
  return (
    <Formik initialValues={{ agreement: false }} validationSchema={schema} onSubmit={onAccepted}>
      <Form noValidate ref={form} className={styles.form}>
        <FirstErrorFocus form={form} />
        <SalesAgreement />
        <Button type="submit" look="primary" wide>
          <T id="payment.checkout.continue" />
        </Button>
      </Form>
    </Formik>
  );
};
