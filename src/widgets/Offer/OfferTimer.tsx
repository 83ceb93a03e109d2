import { timeLeft } from '../../domains/packages';
import { formatDay, formatTime } from '../../lib/dates';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { useNow } from '../../ui/ticker';
import styles from './Offer.module.css';

const twoDigits = (part: number) => String(part).padStart(2, '0');

/**
 * Counts down each second to the end (ms) of a limited price. Screen readers get the day and time once, because a text
 * that changes each second is useless to them: docs/PRODUCT.md#catalogue.
 */
export const OfferTimer = ({ endsAt }: { endsAt: number }) => {
  const t = useText();
  const { days, hours, minutes, seconds } = timeLeft(endsAt - useNow());
  const time = (
    <span className="numbers one-line">{`${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`}</span>
  );
  const end = new Date(endsAt).toISOString();
  return (
    <p className={styles.offer}>
      <Icon name="clock" size={16} />
      <span role="timer" aria-hidden="true">
        <T id="offer.left" values={{ days, time }} />
      </span>
      <span className="visually-hidden">{t('offer.until', { date: formatDay(end), time: formatTime(end) })}</span>
    </p>
  );
};
