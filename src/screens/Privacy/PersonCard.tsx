import type { Person } from '../../domains/privacy';
import { Avatar } from '../../ui/Avatar';
import { T } from '../../ui/text';
import { PersonActions } from './PersonActions';
import styles from './Privacy.module.css';

/** The person whose applicant page led here. */
export const PersonCard = ({ person }: { person: Person }) => {
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <div className={styles.row}>
      <Avatar name={name} src={person.imageUrl} size={48} />
      <div className={styles.who}>
        <h2 className={styles.title}>{name}</h2>
        <span className={styles.soft}>
          <T id="privacy.person.text" />
        </span>
      </div>
      <PersonActions person={person} />
    </div>
  );
};
