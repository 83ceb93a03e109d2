import { fullName } from '../../../contract/constants/text';
import type { PersonWithHold } from '../../domains/privacy';
import { Avatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { Name, T } from '../../ui/text';
import { HoldNote } from './HoldList';
import { PersonActions } from './PersonActions';
import styles from './Privacy.module.css';

/** The person whose applicant page led here. */
export const PersonCard = ({ person }: { person: PersonWithHold }) => {
  const name = fullName(person);
  return (
    <div className={styles.row}>
      <Avatar name={name} src={person.imageUrl} size={48} />
      <div className="stack at-start gap-4 shrinks breaks">
        <h2 className="size-20 breaks">
          <Name>{name}</Name>
        </h2>
        {person.hold ? (
          <>
            <Badge tone="accent">
              <T id="privacy.holds.badge" />
            </Badge>
            <HoldNote hold={person.hold} />
          </>
        ) : (
          <span className={styles.soft}>
            <T id="privacy.person.text" />
          </span>
        )}
      </div>
      <PersonActions person={person} />
    </div>
  );
};
