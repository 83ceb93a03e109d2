import type { ReactNode } from 'react';
import { eraseDialogOpened, holdDialogOpened, type Person } from '../../domains/privacy';
import { useAppDispatch } from '../../store/hooks';
import { FileButton } from './FileButton';
import { PersonButton } from './PersonButton';
import styles from './Privacy.module.css';

/** Gives out a person's data, puts them on hold or erases them. Data on hold cannot be erased. */
export const PersonActions = ({ person, children }: { person: Person; children?: ReactNode }) => {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.actions}>
      {children}
      <FileButton person={person} />
      {!person.isOnHold && (
        <PersonButton
          person={person}
          textId="privacy.erase"
          icon="trash"
          onClick={() => dispatch(eraseDialogOpened(person))}
        />
      )}
      <HoldButton person={person} />
    </div>
  );
};

/** Opens the dialog that puts data on hold, or releases them. */
export const HoldButton = ({ person }: { person: Person }) => {
  const dispatch = useAppDispatch();
  return (
    <PersonButton
      person={person}
      textId={person.isOnHold ? 'privacy.release' : 'privacy.hold'}
      icon="lock"
      look={person.isOnHold ? 'secondary' : 'quiet'}
      onClick={() => dispatch(holdDialogOpened(person))}
    />
  );
};
