import { fileRequested, selectPrivacy, type Person } from '../../domains/privacy';
import { useAppDispatch, useFields } from '../../store/hooks';
import { FailureText } from '../../ui/State';
import { PersonButton } from './PersonButton';
import styles from './Privacy.module.css';

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
