import { useRef, use, useEffect, useState } from 'react';
import { Form, Formik } from 'formik';
import { boolean, object } from 'yup';
import { Navigate, useLocation } from 'react-router-dom';
import { basketLeft, basketOpened, planOf, selectBasketData } from '../../domains/basket';
import {
  checkoutLeft,
  checkoutOpened,
  checkoutSubjectOf,
  resultChecked,
  selectCheckout,
  type CheckoutForm,
  type CheckoutSubject,
} from '../../domains/payment';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { reloadPage } from '../../lib/browser';
import { Button } from '../../ui/Button';
import { RetryButton } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { FirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { FormMessage } from '../../ui/FormMessage';
import { LoadState, Page, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { ReplayContext } from '../../ui/replay';
import { usePageRestored } from '../../ui/usePageRestored';
import { Link, useNavigate } from '../../ui/router';
import { SalesAgreement } from '../../widgets/DocumentModal/DocumentModal';
import { CardPromise, OrderSummary, PaymentRefusal, PlanTerms } from '../../widgets/Payment/Payment';
import { PaymentFrame, usePaymentEnd, type PaymentEnd } from '../../widgets/PaymentFrame/PaymentFrame';
import { StripeForm } from './StripeForm';

const schema = object({ agreement: boolean().oneOf([true], 'validation.agreement') });

/** The sales agreement, which the user accepts before the provider's form appears. */
const Acceptance = ({ onAccepted }: { onAccepted: () => void }) => {
  const form = useRef<HTMLFormElement>(null);
  return (
    <Formik initialValues={{ agreement: false }} validationSchema={schema} onSubmit={onAccepted}>
      <Form noValidate ref={form} className="stack gap-16">
        <FirstErrorFocus form={form} />
        <SalesAgreement />
        <Button type="submit" look="primary" wide textId="payment.checkout.continue" />
      </Form>
    </Formik>
  );
};

/** Reloads the page after the caller has unmounted: docs/PRODUCT.md#checkout. */
const useReloadOnLeave = (): void => {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // The timeout ignores the double mount of development and lets the router write the new address first.
      setTimeout(() => {
        if (!isHere.current) reloadPage();
      });
    };
  }, []);
};

interface FramedFormProps {
  url: string;
  onEnd: (end: PaymentEnd) => void;
}

/** A provider's embedded form with its own script. Leaving it reloads the dashboard: docs/PRODUCT.md#checkout. */
const FramedForm = ({ url, onEnd }: FramedFormProps) => {
  const t = useText();
  useReloadOnLeave();
  return <PaymentFrame path={url} title={t('payment.checkout.frame')} onMessage={onEnd} />;
};

const OpenForm = ({ form }: { form: CheckoutForm }) => {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { url, basketId } = form;
  const showResult = ({ status, errorKey }: PaymentEnd) =>
    navigate(paths.paymentResult({ status, errorKey, basketId }), { replace: true });
  usePaymentEnd(basketId, showResult);
  usePageRestored(() => void dispatch(resultChecked()));
  return url === null ? <StripeForm form={form} /> : <FramedForm url={url} onEnd={showResult} />;
};

const ProviderForm = ({ form }: { form: CheckoutForm }) => {
  const replay = use(ReplayContext);
  return replay ? replay.foreignPage : <OpenForm form={form} />;
};

const CheckoutSkeleton = () => (
  <div className="stack gap-16">
    <Skeleton width="100%" height={44} />
    <Skeleton width="100%" height={44} />
    <Skeleton width="60%" height={44} />
  </div>
);

const Checkout = ({ subject }: { subject: CheckoutSubject }) => {
  const t = useText();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectCheckout);
  const basket = useAppSelector(selectBasketData);
  const [isAccepted, setIsAccepted] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The provider's form replaces the pressed button.
  useEffect(() => {
    if (isAccepted) place.current?.focus();
  }, [isAccepted]);
  const basketId = 'basketId' in subject ? subject.basketId : form.status === 'loaded' ? form.data.basketId : null;
  const order = basket && basket._id === basketId ? basket : null;
  const plan = order && planOf(order);
  useEffect(() => {
    // The page shows what is charged, which only the server knows for a package alone or after a page reload.
    if (basketId === null) return undefined;
    dispatch(basketOpened({ basketId }));
    return () => void dispatch(basketLeft());
  }, [dispatch, basketId]);
  useEffect(() => {
    dispatch(checkoutOpened(subject));
    return () => void dispatch(checkoutLeft());
  }, [dispatch, subject]);
  const openedId = form.status === 'loaded' ? form.data.basketId : null;
  useEffect(() => {
    // Back from a later page leads to this order, not to a new one of the package.
    if (openedId !== null) navigate(paths.checkout(), { replace: true, state: { basketId: openedId } });
  }, [navigate, openedId]);
  // A refusal shows its reason and next step; a network failure shows the general error. The user can retry both.
  const refusal = form.status === 'failed' && form.error.kind !== 'network' ? form.error : null;
  return (
    <Page>
      <div className="stack gap-16 column">
        <PageHeading title={t('payment.checkout.title')} />
        {order && <OrderSummary basket={order} />}
        {plan && <PlanTerms plan={plan} />}
        <CardPromise renews={plan !== null} />
        {refusal ? (
          <div className="stack at-start gap-12">
            <FormMessage>
              <PaymentRefusal failure={refusal} basketId={basketId} />
            </FormMessage>
            <RetryButton failure={refusal} onClick={() => dispatch(checkoutOpened(subject))} />
          </div>
        ) : (
          <LoadState load={form} skeleton={<CheckoutSkeleton />} onRetry={() => dispatch(checkoutOpened(subject))}>
            <div ref={place} tabIndex={-1}>
              {!isAccepted && <Acceptance onAccepted={() => setIsAccepted(true)} />}
              {isAccepted && form.status === 'loaded' && <ProviderForm form={form.data} />}
            </div>
          </LoadState>
        )}
        <p className="size-14">
          <Link to={paths.packages()}>
            <T id="payment.toPackages" />
          </Link>
        </p>
      </div>
    </Page>
  );
};

/** The provider's own form. It needs a package or a basket in the route state: docs/PRODUCT.md#checkout. */
export const CheckoutPage = () => {
  const { state } = useLocation();
  // The state changes once the form is open.
  const [subject] = useState(() => checkoutSubjectOf(state));
  return subject === null ? <Navigate to={paths.packages()} replace /> : <Checkout subject={subject} />;
};
