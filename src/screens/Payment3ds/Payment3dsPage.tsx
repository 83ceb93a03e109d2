import { use, useEffect, useEffectEvent, useState, type MouseEvent } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { threeDsOf, type ThreeDsRouteState } from '../../domains/payment';
import { paths } from '../../lib/paths';
import { Page } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { ReplayContext } from '../../ui/replay';
import { T, useText } from '../../ui/text';
import { usePageRestored } from '../../ui/usePageRestored';
import { Link, useNavigate } from '../../ui/router';
import { PaymentFrame, useFrameHistory, usePaymentEnd, type PaymentEnd } from '../../widgets/PaymentFrame/PaymentFrame';

/** The bank's step in a frame. The history entry records that the bank's page was opened. */
const BankStep = ({ routeState }: { routeState: ThreeDsRouteState }) => {
  const t = useText();
  const navigate = useNavigate();
  const { basketId } = routeState;
  const { isOver, leave } = useFrameHistory();
  const remember = useEffectEvent(() => {
    navigate(paths.threeDs(), {
      replace: true,
      state: { ...routeState, opened: true } satisfies ThreeDsRouteState,
    });
  });
  useEffect(() => {
    remember();
  }, []);
  const showResult = (query: PaymentEnd = {}) =>
    leave(() => navigate(paths.paymentResult({ ...query, basketId }), { replace: true }));
  usePaymentEnd(basketId, showResult);
  usePageRestored(() => showResult());
  const handleLink = (event: MouseEvent) => {
    // Such a click opens a tab and leaves this page as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showResult();
  };
  return (
    <Page>
      <div className="stack gap-12 column">
        <PageHeading title={t('payment.bank.title')} />
        <T as="p" className="soft" id="payment.bank.lead" />
        {!isOver && (
          <PaymentFrame
            path={routeState.response.result}
            title={t('payment.bank.frame')}
            onMessage={({ status, errorKey }) => showResult({ status, errorKey })}
          />
        )}
        <p className="hint">
          <T id="payment.bank.done" />{' '}
          <Link to={paths.paymentResult({ basketId })} replace onClick={handleLink}>
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
  const [routeState] = useState(threeDsOf(useLocation().state));
  const isReplay = use(ReplayContext) !== null;
  if (!routeState) return <Navigate to={paths.packages()} replace />;
  if (routeState.opened && !isReplay)
    return <Navigate to={paths.paymentResult({ basketId: routeState.basketId })} replace />;
  return <BankStep routeState={routeState} />;
};
