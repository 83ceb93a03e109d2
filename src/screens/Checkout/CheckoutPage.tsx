import { useEffect, useMemo } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { PaymentMessage } from '../../../contract/schemas/commerce';
import { planOf, selectBasketData } from '../../domains/basket';
import {
  checkoutLeft,
  checkoutOpened,
  checkoutSubjectOf,
  selectCheckout,
  wayOnOf,
  type CheckoutForm,
  type CheckoutSubject,
} from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { LoadState } from '../../ui/LoadState';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Bone } from '../../ui/Skeleton';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { CardPromise } from '../../widgets/CardPromise/CardPromise';
import { PaymentFrame } from '../../widgets/PaymentFrame/PaymentFrame';
import { PlanTerms } from '../../widgets/PlanTerms/PlanTerms';
import { StripeForm } from './StripeForm';
import { useReloadOnLeave } from './useReloadOnLeave';
import styles from './Checkout.module.css';

/** The form of a provider that brings a script of its own, on a page of ours; leaving it loads the dashboard anew. Spec 2, point 4. */
const FramedForm = ({ url, basketId }: { url: string; basketId: string }) => {
  const t = useText();
  const navigate = useNavigate();
  useReloadOnLeave();
  const handleMessage = ({ status, errorKey }: PaymentMessage) => {
    void navigate(paths.paymentResult({ status, errorKey, basketId }), { replace: true });
  };
  return <PaymentFrame path={url} title={t('payment.checkout.frame')} onMessage={handleMessage} />;
};

const ProviderForm = ({ form }: { form: CheckoutForm }) =>
  form.url === null ? <StripeForm form={form} /> : <FramedForm url={form.url} basketId={form.basketId} />;

const Bones = () => (
  <div className={styles.bones}>
    <Bone width="100%" height={44} />
    <Bone width="100%" height={44} />
    <Bone width="60%" height={44} />
  </div>
);

/** Why the form was not opened, and the way on. */
const Refusal = ({ refusal, subject }: { refusal: Failure; subject: CheckoutSubject }) => {
  const way = wayOnOf(refusal);
  if (refusal.key === ERROR_KEYS.idempotencyMismatch) return <T id="payment.card.basketChanged" />;
  return (
    <>
      <FailureText failure={refusal} refused="payment.paymentErrorMessage" />{' '}
      {way === 'profile' && (
        <Link to={paths.profileEdit()}>
          <T id="payment.toProfile" />
        </Link>
      )}
      {way === 'basket' && 'basketId' in subject && (
        <Link to={paths.basket()} state={subject}>
          <T id="payment.toBasket" />
        </Link>
      )}
    </>
  );
};

const Checkout = ({ subject }: { subject: CheckoutSubject }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectCheckout);
  const basket = useAppSelector(selectBasketData);
  const plan = basket && 'basketId' in subject && basket._id === subject.basketId ? planOf(basket) : null;
  useEffect(() => {
    dispatch(checkoutOpened(subject));
    return () => void dispatch(checkoutLeft());
  }, [dispatch, subject]);
  // A refusal is said with the way on; what may work the second time can be tried again.
  const refusal = form.status === 'failed' && form.error.kind !== 'network' ? form.error : null;
  return (
    <Page>
      <div className={styles.column}>
        <PageHeading title={t('payment.checkout.title')} />
        {plan && <PlanTerms plan={plan} />}
        <CardPromise renews={plan !== null} />
        {refusal ? (
          <div className={styles.refusal}>
            <FormMessage>
              <Refusal refusal={refusal} subject={subject} />
            </FormMessage>
            <Button onClick={() => dispatch(checkoutOpened(subject))}>
              <T id="ui.retry" />
            </Button>
          </div>
        ) : (
          <LoadState load={form} skeleton={<Bones />} onRetry={() => dispatch(checkoutOpened(subject))}>
            {form.status === 'loaded' && <ProviderForm form={form.data} />}
          </LoadState>
        )}
        <p className={styles.foot}>
          <Link to={paths.packages()}>
            <T id="payment.toPackages" />
          </Link>
        </p>
      </div>
    </Page>
  );
};

/** The provider's own form; needs a package or a basket in the route's state. Spec 2, point 2, "Checkout screen". */
export const CheckoutPage = () => {
  const { state } = useLocation();
  const subject = useMemo(() => checkoutSubjectOf(state), [state]);
  return subject === null ? <Navigate to={paths.packages()} replace /> : <Checkout subject={subject} />;
};
