import { useState } from 'react';
import { othersEndRequested, selectSignIns } from '../../domains/profile';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import styles from './Profile.module.css';

export const EndOthers = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { endingOthers } = useFields(selectSignIns, 'endingOthers');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.endOthers}>
      {endingOthers.status === 'failed' && (
        <p className={styles.problem} role="alert">
          <T id="profile.signIns.othersFailed" />
        </p>
      )}
      <Button small busy={endingOthers.status === 'loading'} onClick={() => setIsAsking(true)}>
        {t('profile.signIns.endOthers')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('profile.signIns.endOthersTitle')}
        text={t('profile.signIns.endOthersText')}
        action={t('profile.signIns.endOthers')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          dispatch(othersEndRequested());
          setIsAsking(false);
        }}
      />
    </div>
  );
};
