import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { basketIdOf, basketPaid } from '../../domains/basket';
import {
  asBasketId,
  resultChecked,
  resultLeft,
  resultOpened,
  selectCheck,
  selectPaymentResult,
} from '../../domains/payment';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Page } from '../../ui/Page';
import { ErrorState } from '../../ui/State';
import { Checking } from './Checking';
import { Failure } from './Failure';
import { Pending } from './Pending';
import { Success } from './Success';
import { Unknown } from './Unknown';

/** The result of a payment; only the server decides it. */
const Result = ({ basketId }: { basketId: string }) => {
  const dispatch = useAppDispatch();
  const result = useAppSelector(selectPaymentResult);
  const check = useAppSelector(selectCheck);
  useEffect(() => {
    dispatch(resultOpened({ basketId }));
    return () => void dispatch(resultLeft());
  }, [dispatch, basketId]);
  const isPaid = result.status === 'loaded' && result.data.status === 'success';
  useEffect(() => {
    if (isPaid) dispatch(basketPaid());
  }, [dispatch, isPaid]);

  if (result.status === 'failed') {
    if (result.error.kind === 'notFound') return <Unknown />;
    return <ErrorState failure={result.error} onRetry={() => dispatch(resultChecked())} />;
  }
  if (result.status !== 'loaded') return <Checking />;
  const { status, errorKey, jobCreationBalance } = result.data;
  if (status === 'success') return <Success balance={jobCreationBalance} />;
  if (status === 'failure') return <Failure basketId={basketId} errorKey={errorKey ?? null} />;
  return (
    <Pending basketId={basketId} isChecking={check.status === 'loading'} onCheck={() => dispatch(resultChecked())} />
  );
};

/**
 * The payment result. The server reports the result of the payment of `basketId`. Anybody can write `status` and
 * `errorKey` into the address, so without a basket they may show a failure but never a success:
 * docs/PRODUCT.md#payment-result.
 */
export const PaymentResultPage = () => {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const basketId = asBasketId(params.get('basketId')) ?? basketIdOf(state);
  const reportsFailure = params.get('status') === 'failure';
  return (
    <Page>
      {basketId !== null && <Result key={basketId} basketId={basketId} />}
      {basketId === null &&
        (reportsFailure ? <Failure basketId={null} errorKey={params.get('errorKey')} /> : <Unknown />)}
    </Page>
  );
};
