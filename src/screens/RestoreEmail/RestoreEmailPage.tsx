import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { isInvalidToken, restorationOpened, restorationSubmitted, selectRestoration } from '../../domains/account';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { LoadState } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Bone } from '../../ui/Skeleton';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import formStyles from '../../ui/FormMessage.module.css';
import styles from './RestoreEmail.module.css';

const Restoration = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { restoreCode = '' } = useParams();
  const { check, restore } = useAppSelector(selectRestoration);
  useEffect(() => void dispatch(restorationOpened({ restoreCode })), [dispatch, restoreCode]);

  const isRefused = [check, restore].some((load) => load.status === 'failed' && isInvalidToken(load.error));
  const home = (
    <ButtonLink to="/" wide>
      {t('restoreEmail.home')}
    </ButtonLink>
  );
  if (isRefused) {
    return (
      <div className={formStyles.form}>
        <PageHeading title={t('restoreEmail.invalidTitle')} />
        <p>{t('restoreEmail.invalid')}</p>
        {home}
      </div>
    );
  }
  if (restore.status === 'loaded') {
    return (
      <div className={formStyles.form}>
        <PageHeading title={t('restoreEmail.title')} />
        <p role="status">{t('restoreEmail.done')}</p>
        {home}
      </div>
    );
  }
  const failure = restore.status === 'failed' ? restore.error : null;
  return (
    <div className={formStyles.form}>
      <PageHeading title={t('restoreEmail.title')} />
      <LoadState
        load={check}
        skeleton={<Bone width="100%" height={96} />}
        onRetry={() => dispatch(restorationOpened({ restoreCode }))}
      >
        <p>{check.status === 'loaded' && t('restoreEmail.lead', { email: check.data.email })}</p>
        {failure && (
          <FormMessage>
            {failure.key === ERROR_KEYS.emailNotUnique ? (
              <T id="restoreEmail.taken" />
            ) : (
              <FailureText failure={failure} />
            )}
          </FormMessage>
        )}
        <Button
          look="primary"
          wide
          busy={restore.status === 'loading'}
          onClick={() => dispatch(restorationSubmitted({ restoreCode }))}
        >
          <T id="restoreEmail.submit" />
        </Button>
      </LoadState>
    </div>
  );
};

/** Gives an account its old email back, by the link that went to it; with a session or without one. */
export const RestoreEmailPage = () => {
  const user = useAppSelector(selectUser);
  if (!user) return <Restoration />;
  return (
    <Page narrow>
      <Card className={styles.card}>
        <Restoration />
      </Card>
    </Page>
  );
};
