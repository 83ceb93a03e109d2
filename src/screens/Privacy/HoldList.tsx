import { fullName } from '../../../contract/constants/text';
import type { Hold } from '../../domains/privacy';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { T } from '../../ui/text';
import { HoldNote } from './HoldNote';
import { HoldButton } from './PersonActions';
import { PersonName } from './PersonName';
import styles from './Privacy.module.css';

const HoldRow = ({ hold }: { hold: Hold }) => {
  const { worker, application } = hold;
  const { id: workerId, firstName, lastName, imageUrl } = worker;
  return (
    <li className={cx(styles.row, styles.beside)}>
      <Avatar name={fullName({ firstName, lastName })} src={imageUrl} size={48} />
      <div className={styles.who}>
        <PersonName worker={worker} application={application} />
        <HoldNote hold={hold} />
      </div>
      <div className={styles.actions}>
        <HoldButton person={{ workerId, firstName, lastName, imageUrl, isOnHold: true }} />
      </div>
    </li>
  );
};

/** Whose data must not be erased, newest first. */
export const HoldList = ({ holds }: { holds: readonly Hold[] }) =>
  holds.length === 0 ? (
    <p className={styles.soft}>
      <T id="privacy.holds.none" />
    </p>
  ) : (
    <ul className={styles.list}>
      {holds.map((hold) => (
        <HoldRow key={hold.worker.id} hold={hold} />
      ))}
    </ul>
  );
