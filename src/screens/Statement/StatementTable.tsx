import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CreditEntry } from '../../domains/payment';
import { formatDay, formatTime } from '../../lib/dates';
import { formatPrice } from '../../lib/money';
import { paths } from '../../lib/paths';
import { cx } from '../../ui/cx';
import { Card } from '../../ui/Page';
import { Name, T, useText } from '../../ui/text';
import { ReceiptButton } from './ReceiptButton';
import styles from './Statement.module.css';

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
        <span>{formatDay(at)}</span> <span className={styles.time}>{formatTime(at)}</span>
      </td>
      <td className={styles.what}>
        <span>{t(`statement.kind.${kind}`)}</span>
        {job && (
          <Link to={paths.jobDetail(job.id)} className={styles.job}>
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
export const StatementTable = ({ entries }: { entries: readonly CreditEntry[] }) => (
  <Card className={styles.card}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <T id="statement.date" />
          </th>
          <th scope="col">
            <T id="statement.what" />
          </th>
          <th scope="col">
            <T id="statement.user" />
          </th>
          <th scope="col" className={styles.number}>
            <T id="statement.payment" />
          </th>
          <th scope="col" className={styles.number}>
            <T id="statement.change" />
          </th>
          <th scope="col" className={styles.number}>
            <T id="statement.balance" />
          </th>
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
