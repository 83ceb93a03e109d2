import { timeLeft } from '../../domains/packages';
import { formatDay, formatTime } from '../../lib/dates';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { useNow } from '../../ui/ticker';
import styles from './Offer.module.css';

const two = (part: number) => String(part).padStart(2, '0');

/**
 * Counts down to the end (ms) of a price for a time, each second. Screen readers are told the day and the time once: a text
 * that changes each second says nothing to somebody who listens. Spec 2, point 4.
 */
export const OfferTimer = ({ endsAt }: { endsAt: number }) => {
  const t = useText();
  const { days, hours, minutes, seconds } = timeLeft(endsAt - useNow());
  const time = <span className={styles.digits}>{`${two(hours)}:${two(minutes)}:${two(seconds)}`}</span>;
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
