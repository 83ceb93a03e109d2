import type { PosterFormat } from '../../../contract/constants/door';
import { posterRequested, selectDoor } from '../../domains/door';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import styles from './YourPage.module.css';

/** Downloads the poster. A failure is shown below the button, and pressing it again retries. */
export const PosterButton = ({ branchId, format }: { branchId: number | null; format: PosterFormat }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const poster = useFields(selectDoor, 'posters').posters[format];
  const values = { format: format.toUpperCase() };
  return (
    <div className={styles.download}>
      <Button
        icon="download"
        busy={poster.status === 'loading'}
        aria-label={t('yourPage.poster.download', values)}
        onClick={() => dispatch(posterRequested({ branchId, format }))}
      >
        <T id="yourPage.poster.button" values={values} />
      </Button>
      {poster.status === 'failed' && poster.error.status !== 401 && (
        <p role="alert" className={styles.failed}>
          <FailureText failure={poster.error} />
        </p>
      )}
    </div>
  );
};
