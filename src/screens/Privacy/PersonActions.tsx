import { fullName } from '../../../contract/constants/text';
import type { MessageId } from '../../lib/intl';
import { Button } from '../../ui/Button';
import type { IconName } from '../../ui/icons';
import { useText, Name } from '../../ui/text';
import { personName } from '../../ui/personName';
import {
  fileRequested,
  selectPrivacy,
  type Person,
  type PrivacyRequest,
  eraseDialogOpened,
  holdDialogOpened,
} from '../../domains/privacy';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FailureText } from '../../ui/State';
import { Link } from '../../ui/router';
import styles from './Privacy.module.css';
import { paths } from '../../lib/paths';
import type { ReactNode } from 'react';

interface PersonButtonProps {
  person: { firstName: string; lastName: string };
  textId: MessageId;
  icon: IconName;
  look?: 'secondary' | 'quiet';
  busy?: boolean;
  onClick: () => void;
}

/** A button whose accessible name says, after its visible text, whose data it is about. */
export const PersonButton = ({ person, textId, ...rest }: PersonButtonProps) => {
  const t = useText();
  const action = t(textId);
  return (
    <Button small {...rest} aria-label={t('agenda.of', { action, name: fullName(person) })}>
      {action}
    </Button>
  );
};

interface FileButtonProps {
  person: Person;
  textId?: 'privacy.file' | 'privacy.erase.file';
}

/** Downloads a person's data. */
export const FileButton = ({ person, textId = 'privacy.file' }: FileButtonProps) => {
  const dispatch = useAppDispatch();
  const { workerId } = person;
  const file = useFields(selectPrivacy, 'files').files[workerId];
  return (
    <>
      <PersonButton
        person={person}
        textId={textId}
        icon="download"
        busy={file?.status === 'loading'}
        onClick={() => dispatch(fileRequested({ workerId }))}
      />
      {file?.status === 'failed' && file.error.status !== 401 && (
        <p role="alert" className={styles.failed}>
          <FailureText failure={file.error} />
        </p>
      )}
    </>
  );
};

/** The name of a person, which leads to the newest application. */
export const PersonName = ({
  worker,
  application,
}: {
  worker: { firstName: string; lastName: string; isErased?: true };
  application: PrivacyRequest['application'];
}) => {
  const name = personName(useText(), worker);
  if (!application) return <Name className="bold ink">{name}</Name>;
  return (
    <Link className="bold ink" to={paths.jobDetail(application.jobId, application.id)}>
      <Name>{name}</Name>
    </Link>
  );
};

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
      icon="pause"
      look={person.isOnHold ? 'secondary' : 'quiet'}
      onClick={() => dispatch(holdDialogOpened(person))}
    />
  );
};
