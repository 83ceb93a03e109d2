import { cx } from './cx';
import { Icon } from './icons';
import styles from './Rating.module.css';

interface RatingProps {
  stars: readonly ('full' | 'half' | 'empty')[];
  label: string;
}

/** A rating in stars and half stars. */
export const Rating = ({ stars, label }: RatingProps) => (
  <span className={styles.stars} role="img" aria-label={label}>
    {stars.map((star, at) => (
      <span key={at} className={cx(styles.star, styles[star])} data-star={star}>
        <Icon name="star" size={16} />
        <span className={styles.fill}>
          <Icon name="star" size={16} filled />
        </span>
      </span>
    ))}
  </span>
);
