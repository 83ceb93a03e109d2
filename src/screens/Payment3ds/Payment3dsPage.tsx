import { useEffect, useEffectEvent, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { PaymentMessage } from '../../../contract/schemas/commerce';
import { paymentPageLeft, paymentPageOpened } from '../../domains/openPayments';
import { threeDsOf, type ThreeDsTrip } from '../../domains/payment';
import { paths } from '../../lib/paths';
import { useAppDispatch } from '../../store/hooks';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { T, useText } from '../../ui/text';
import { PaymentFrame } from '../../widgets/PaymentFrame/PaymentFrame';
import styles from './Payment3ds.module.css';

/** The bank's step in a frame. The history entry records that the bank's page was opened. */
const BankStep = ({ trip }: { trip: ThreeDsTrip }) => {
  const t = useText();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { basketId } = trip;
  useEffect(() => {
    dispatch(paymentPageOpened({ basketId }));
    return () => void dispatch(paymentPageLeft());
  }, [dispatch, basketId]);
  const remember = useEffectEvent(() => {
    void navigate(paths.threeDs(), { replace: true, state: { ...trip, opened: true } satisfies ThreeDsTrip });
  });
  useEffect(() => remember(), []);
  const handleMessage = ({ status, errorKey }: PaymentMessage) => {
    void navigate(paths.paymentResult({ status, errorKey, basketId: trip.basketId }), { replace: true });
  };
  return (
    <Page>
      <div className={styles.column}>
        <PageHeading title={t('payment.bank.title')} />
        <p className={styles.lead}>
          <T id="payment.bank.lead" />
        </p>
        <PaymentFrame path={trip.response.result} title={t('payment.bank.frame')} onMessage={handleMessage} />
        <p className={styles.foot}>
          <T id="payment.bank.done" />{' '}
          <Link to={paths.paymentResult({ basketId: trip.basketId })} replace>
            <T id="payment.toResult" />
          </Link>
        </p>
      </div>
    </Page>
  );
};

/**
 * The bank's step. The bank's page opens only once: a reload or Back shows the payment's status instead, from where
 * the user can start again: docs/PRODUCT.md#card-payment.
 */
export const Payment3dsPage = () => {
  const [trip] = useState(threeDsOf(useLocation().state));
  if (!trip) return <Navigate to={paths.packages()} replace />;
  if (trip.opened) return <Navigate to={paths.paymentResult({ basketId: trip.basketId })} replace />;
  return <BankStep trip={trip} />;
};
