import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { selectStatement, STATEMENT_LIMIT, statementOpened } from '../../domains/payment';
import { selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Pagination } from '../../ui/Pagination';
import { Skeleton } from '../../ui/Skeleton';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { StatementTable } from './StatementTable';
import styles from './Statement.module.css';

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
      <div className={styles.head}>
        <div>
          <PageHeading title={t('statement.title')} />
          <p className={styles.lead}>
            <T id="statement.lead" values={{ count: <strong key="count">{user?.jobCreationBalance ?? 0}</strong> }} />
          </p>
        </div>
        <ButtonLink to={paths.packages()} icon="plus">
          <T id="statement.buy" />
        </ButtonLink>
      </div>
      <LoadState load={statement} skeleton={<StatementSkeleton />} onRetry={open}>
        {data && data.total === 0 && (
          <EmptyState
            icon="card"
            title={<T id="statement.empty" />}
            text={<T id="statement.emptyText" />}
            action={
              <ButtonLink to={paths.packages()} look="primary">
                <T id="payment.toPackages" />
              </ButtonLink>
            }
          />
        )}
        {data && data.entries.length > 0 && <StatementTable entries={data.entries} />}
        {data && data.total > 0 && <Pagination page={page} pages={pages} onPage={go} />}
      </LoadState>
    </Page>
  );
};
