import type { Hold } from '../../domains/privacy';
import { formatDay } from '../../lib/dates';
import { T } from '../../ui/text';
import styles from './Privacy.module.css';

/** Who put data on hold, since when and why. */
export const HoldNote = ({ hold: { heldBy, note, createdAt } }: { hold: Hold }) => (
  <>
    <span className={styles.soft}>
      <T id="privacy.holds.since" values={{ date: formatDay(createdAt), name: heldBy }} />
    </span>
    {note !== null && <span className={styles.note}>{note}</span>}
  </>
);
