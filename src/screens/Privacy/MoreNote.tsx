import type { Listed } from '../../domains/privacy';
import { T } from '../../ui/text';
import styles from './Privacy.module.css';

/** Says that a list has more rows than the page shows. */
export const MoreNote = ({ listed: { rows, total } }: { listed: Listed<unknown> }) =>
  total > rows.length ? (
    <p className={styles.soft}>
      <T id="privacy.more" values={{ shown: rows.length, total }} />
    </p>
  ) : null;
