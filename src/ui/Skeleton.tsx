import { cx } from './cx';
import styles from './Skeleton.module.css';

/** A placeholder for content that loads. Sizes are px or any CSS length. */
export const Skeleton = ({
  width,
  height = 14,
  round,
}: {
  width: number | string;
  height?: number | string;
  round?: boolean;
}) => (
  <span
    className={cx(styles.skeleton, round && styles.round)}
    style={{ width, height, maxWidth: '100%' }}
    aria-hidden="true"
  />
);
