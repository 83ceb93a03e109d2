import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { basketIdOf, basketPaid } from '../../domains/basket';
import {
  asBasketId,
  hadBankPage,
  resultChecked,
  resultLeft,
  resultOpened,
  selectCheck,
  selectPaymentResult,
} from '../../domains/payment';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Page } from '../../ui/Page';
import { ErrorState } from '../../ui/State';
import { useText } from '../../ui/text';
import { Failure } from './Failure';
import { Outcome } from './Outcome';
import { Pending } from './Pending';
import { Success } from './Success';
import { Unknown } from './Unknown';

const Checking = () => {
  const t = useText();
  return (
    <Outcome look="open" icon="clock" title={t('payment.result.asked')}>
      {t('payment.result.askedText')}
    </Outcome>
  );
};

/** The result of a payment; only the server decides it. */
const Result = ({ basketId, hadBank }: { basketId: string; hadBank: boolean }) => {
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
    <Pending
      basketId={basketId}
      hadBankPage={hadBank}
      isChecking={check.status === 'loading'}
      onCheck={() => dispatch(resultChecked())}
    />
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
      {basketId !== null && <Result key={basketId} basketId={basketId} hadBank={hadBankPage(state)} />}
      {basketId === null &&
        (reportsFailure ? <Failure basketId={null} errorKey={params.get('errorKey')} /> : <Unknown />)}
    </Page>
  );
};
