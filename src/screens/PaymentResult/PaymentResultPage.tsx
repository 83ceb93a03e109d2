import { type ReactNode, useEffect } from 'react';
import { cx } from '../../ui/cx';
import { Icon, type IconName } from '../../ui/icons';
import { PageHeading } from '../../ui/PageHeading';
import styles from './PaymentResultPage.module.css';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type BasketRouteState, basketIdOf, basketPaid } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import {
  asBasketId,
  resultChecked,
  resultLeft,
  resultOpened,
  selectCheck,
  selectPaymentResult,
} from '../../domains/payment';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ButtonLink, Button } from '../../ui/Button';
import { T, useHasText, useText } from '../../ui/text';
import { Page } from '../../ui/LoadState';
import { ErrorState } from '../../ui/State';
import { Link } from '../../ui/router';

interface OutcomeProps {
  look: 'good' | 'bad' | 'open';
  icon: IconName;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** The status of a payment: an icon, a title and the next steps. Screen readers announce changes. */
const Outcome = ({ look, icon, title, children, actions }: OutcomeProps) => (
  <div className={styles.outcome}>
    <span className={cx(styles.sign, styles[look])}>
      <Icon name={icon} size={32} />
    </span>
    <PageHeading title={title} />
    <div className="stack gap-8 soft" role="status">
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);

interface FailureProps {
  /** Null if only the address reports the failure; then it is unknown whether anything was charged. */
  basketId: string | null;
  errorKey: string | null;
}

/** A failed payment: the reason and the ways to try again: docs/PRODUCT.md#payment-result. */
const Failure = ({ basketId, errorKey }: FailureProps) => {
  const t = useText();
  const hasText = useHasText();
  const byKey = `errors.keys.${errorKey}`;
  const canRetry = basketId !== null && readSettings().paymentFlow === 'basket';
  return (
    <Outcome
      look="bad"
      icon="warning"
      title={t('payment.result.failure')}
      actions={
        <>
          {canRetry && (
            <ButtonLink
              to={paths.card()}
              state={{ basketId } satisfies BasketRouteState}
              look="primary"
              icon="card"
              textId="payment.result.otherCard"
            />
          )}
          <ButtonLink
            to={paths.packages()}
            look={canRetry ? 'secondary' : 'primary'}
            textId={canRetry ? 'payment.toPackages' : 'payment.result.tryAgain'}
          />
        </>
      }
    >
      <p>{t(hasText(byKey) ? byKey : 'payment.result.failureText')}</p>
      {basketId !== null && <p>{t('payment.result.notCharged')}</p>}
    </Outcome>
  );
};

interface PendingProps {
  basketId: string;
  mayStartAgain: boolean;
  isChecking: boolean;
  onCheck: () => void;
}

/** The result is unknown: says what happens next, and that the user can leave the page. */
const Pending = ({ basketId, mayStartAgain, isChecking, onCheck }: PendingProps) => {
  const t = useText();
  const again =
    readSettings().paymentFlow === 'basket' ? (
      <Link key="again" to={paths.card()} state={{ basketId, startsAgain: true } satisfies BasketRouteState}>
        <T id="payment.result.startAgain" />
      </Link>
    ) : (
      <Link key="again" to={paths.packages()}>
        <T id="payment.result.startAgain" />
      </Link>
    );
  return (
    <Outcome
      look="open"
      icon="clock"
      title={t('payment.result.pending')}
      actions={
        <>
          <Button onClick={onCheck} busy={isChecking} textId="payment.result.check" />
          <ButtonLink to={paths.jobs()} textId="payment.result.toJobs" />
        </>
      }
    >
      <p>{t('payment.result.pendingText')}</p>
      {mayStartAgain && <T as="p" id="payment.result.bankClosed" values={{ again }} />}
    </Outcome>
  );
};

const Success = ({ balance }: { balance: number }) => {
  const t = useText();
  return (
    <Outcome
      look="good"
      icon="check"
      title={t('payment.result.success')}
      actions={
        <>
          <ButtonLink to={paths.jobCreate()} look="primary" icon="plus" textId="payment.result.createJob" />
          <ButtonLink to={paths.statement()} textId="payment.toStatement" />
        </>
      }
    >
      {t('payment.result.successText', { count: balance })}
    </Outcome>
  );
};

/** The address names no payment of this company. */
const Unknown = () => {
  const t = useText();
  return (
    <Outcome
      look="open"
      icon="help"
      title={t('payment.result.unknown')}
      actions={
        <>
          <ButtonLink to={paths.statement()} look="primary" textId="payment.toStatement" />
          <ButtonLink to={paths.packages()} textId="payment.toPackages" />
        </>
      }
    >
      {t('payment.result.unknownText')}
    </Outcome>
  );
};

const Checking = () => {
  const t = useText();
  return (
    <Outcome look="open" icon="clock" title={t('payment.result.asked')}>
      {t('payment.result.askedText')}
    </Outcome>
  );
};

/** The result of a payment; only the server decides it. */
const Result = ({ basketId }: { basketId: string }) => {
  const t = useText();
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
    return (
      <>
        <PageHeading title={t('payment.result.asked')} hidden />
        <ErrorState failure={result.error} onRetry={() => dispatch(resultChecked())} />
      </>
    );
  }
  if (result.status !== 'loaded') return <Checking />;
  const { status, errorKey, mayStartAgain, jobCreationBalance } = result.data;
  if (status === 'success') return <Success balance={jobCreationBalance} />;
  if (status === 'failure') return <Failure basketId={basketId} errorKey={errorKey ?? null} />;
  return (
    <Pending
      basketId={basketId}
      mayStartAgain={mayStartAgain}
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
      {basketId !== null && <Result key={basketId} basketId={basketId} />}
      {basketId === null &&
        (reportsFailure ? <Failure basketId={null} errorKey={params.get('errorKey')} /> : <Unknown />)}
    </Page>
  );
};
