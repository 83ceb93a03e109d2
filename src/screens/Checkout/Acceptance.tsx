import { Form, Formik } from 'formik';
import { boolean, object } from 'yup';
import { Button } from '../../ui/Button';
import { T } from '../../ui/text';
import { SalesAgreement } from '../../widgets/DocumentModal/SalesAgreement';
import styles from './Checkout.module.css';

const schema = object({ agreement: boolean().oneOf([true], 'validation.agreement') });

/** The sales agreement, which the user accepts before the provider's form appears. */
export const Acceptance = ({ onAccepted }: { onAccepted: () => void }) => (
  <Formik initialValues={{ agreement: false }} validationSchema={schema} onSubmit={onAccepted}>
    <Form noValidate className={styles.form}>
      <SalesAgreement />
      <Button type="submit" look="primary" wide>
        <T id="payment.checkout.continue" />
      </Button>
    </Form>
  </Formik>
);
