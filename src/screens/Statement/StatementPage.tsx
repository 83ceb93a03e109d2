import {
  receiptRequested,
  selectReceipt,
  type CreditEntry,
  selectStatement,
  STATEMENT_LIMIT,
  statementOpened,
} from '../../domains/payment';
import { shownErrorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { FailureText, EmptyState } from '../../ui/State';
import { T, useText, Name } from '../../ui/text';
import styles from './StatementPage.module.css';
import { useCallback, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { formatDay, formatTime } from '../../lib/dates';
import { formatPrice } from '../../lib/money';
import { paths } from '../../lib/paths';
import { selectUser } from '../../domains/session';
import { cx } from '../../ui/cx';
import { Card, Page, LoadState, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { Pagination } from '../../ui/Pagination';
import { Link } from '../../ui/router';

/** Downloads the receipt of a payment. A failure is shown beside the button, and pressing it again retries. */
const ReceiptButton = ({ paymentId, day }: { paymentId: string; day: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const receipt = useAppSelector(selectReceipt(paymentId));
  const failure = shownErrorOf(receipt);
  return (
    <div className={styles.receipt}>
      <Button
        small
        look="quiet"
        icon="download"
        busy={receipt.status === 'loading'}
        aria-label={t('statement.receiptLabel', { day })}
        onClick={() => dispatch(receiptRequested({ paymentId }))}
        textId="statement.receipt"
      />
      {failure && (
        <p role="alert" className={styles.receiptFailed}>
          <FailureText failure={failure} />
        </p>
      )}
    </div>
  );
};

/** Returns a function that formats `+3` or `−1` with the minus sign of the language. */
const useChange = () => {
  const { formatNumber } = useIntl();
  return (amount: number) => formatNumber(amount, { signDisplay: 'exceptZero' });
};

const Row = ({ entry }: { entry: CreditEntry }) => {
  const t = useText();
  const change = useChange();
  const { locale } = useIntl();
  const { at, kind, amount, balance, job, userName, payment } = entry;
  return (
    <tr>
      <td className={styles.date}>
        <span>{formatDay(at)}</span> <span className="soft">{formatTime(at)}</span>
      </td>
      <td className={styles.what}>
        <span>{t(`statement.kind.${kind}`)}</span>
        {job && (
          <Link to={paths.jobDetail(job.id)} className="block breaks">
            {job.title}
          </Link>
        )}
      </td>
      <td data-label={t('statement.user')} className={styles.user}>
        {userName && <Name>{userName}</Name>}
      </td>
      <td data-label={t('statement.payment')} className={styles.payment}>
        {payment && (
          <>
            <span>{formatPrice(payment.amount, payment.currency, locale)}</span>
            <ReceiptButton paymentId={payment.id} day={formatDay(at)} />
          </>
        )}
      </td>
      <td className={cx(styles.change, amount > 0 && styles.plus)}>{change(amount)}</td>
      <td data-label={t('statement.balance')} className={styles.balance}>
        {balance}
      </td>
    </tr>
  );
};

/** The entries of the statement, newest first; a phone shows each as a card. */
const StatementTable = ({ entries }: { entries: readonly CreditEntry[] }) => (
  <Card className={styles.card}>
    <table className={styles.table}>
      <thead>
        <tr>
          <T as="th" scope="col" id="statement.date" />
          <T as="th" scope="col" id="statement.what" />
          <T as="th" scope="col" id="statement.user" />
          <T as="th" scope="col" className={styles.number} id="statement.payment" />
          <T as="th" scope="col" className={styles.number} id="statement.change" />
          <T as="th" scope="col" className={styles.number} id="statement.balance" />
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  </Card>
);

const ROWS = [1, 2, 3, 4, 5, 6];

const StatementSkeleton = () => (
  <Card className={styles.card}>
    {ROWS.map((row) => (
      <div key={row} className={styles.skeleton}>
        <Skeleton width={120} />
        <Skeleton width="40%" />
        <Skeleton width={48} />
      </div>
    ))}
  </Card>
);

const pageOf = (params: URLSearchParams): number => {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
};

/** The credits that came and went, with the balance: docs/PRODUCT.md#statement-and-receipts. */
export const StatementPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const page = pageOf(params);
  const user = useAppSelector(selectUser);
  const statement = useAppSelector(selectStatement);
  const open = useCallback(() => void dispatch(statementOpened({ page })), [dispatch, page]);
  useEffect(() => {
    open();
  }, [open]);
  const go = useCallback(
    (next: number, replace = false) => {
      setParams(next === 1 ? {} : { page: String(next) }, { replace });
      globalThis.scrollTo(0, 0);
    },
    [setParams],
  );
  const data = statement.status === 'loaded' ? statement.data : null;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / STATEMENT_LIMIT));
  return (
    <Page>
      <div className="flex wrap between at-start gap-12-24 space-below-16">
        <div>
          <PageHeading title={t('statement.title')} />
          <T as="p" className={styles.lead} id="statement.lead" values={{ count: user?.jobCreationBalance ?? 0 }} />
        </div>
        {data?.total !== 0 && <ButtonLink to={paths.packages()} icon="plus" textId="statement.buy" />}
      </div>
      <LoadState load={statement} skeleton={<StatementSkeleton />} onRetry={open}>
        {data && data.total === 0 && (
          <EmptyState
            icon="card"
            title={<T id="statement.empty" />}
            text={<T id="statement.emptyText" />}
            action={<ButtonLink to={paths.packages()} look="primary" textId="payment.toPackages" />}
          />
        )}
        {data && data.entries.length > 0 && <StatementTable entries={data.entries} />}
        {data && data.total > 0 && <Pagination page={page} pages={pages} onPage={go} />}
      </LoadState>
    </Page>
  );
};
