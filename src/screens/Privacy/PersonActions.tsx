import { eraseDialogOpened, fileRequested, selectPrivacy, type Person } from '../../domains/privacy';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import styles from './Privacy.module.css';

/** Gives out a person's data, or erases them. */
export const PersonActions = ({ person }: { person: Person }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const file = useFields(selectPrivacy, 'files').files[person.workerId];
  const { workerId, firstName, lastName } = person;
  const name = `${firstName} ${lastName}`;
  return (
    <div className={styles.actions}>
      <Button
        small
        icon="download"
        busy={file?.status === 'loading'}
        aria-label={t('privacy.file.named', { name })}
        onClick={() => dispatch(fileRequested({ workerId }))}
      >
        <T id="privacy.file" />
      </Button>
      <Button
        small
        icon="trash"
        aria-label={t('privacy.erase.named', { name })}
        onClick={() => dispatch(eraseDialogOpened(person))}
      >
        <T id="privacy.erase" />
      </Button>
      {file?.status === 'failed' && file.error.status !== 401 && (
        <p role="alert" className={styles.failed}>
          <FailureText failure={file.error} />
        </p>
      )}
    </div>
  );
};
