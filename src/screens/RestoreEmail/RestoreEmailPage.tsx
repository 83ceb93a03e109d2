import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { isInvalidToken, restorationLinkOpened, restorationSubmitted, selectRestoration } from '../../domains/account';
import { selectUser } from '../../domains/session';
import { errorOf } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { LoadState } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';

const RestorationForm = ({ restoreCode }: { restoreCode: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { check, restore } = useFields(selectRestoration, 'check', 'restore');
  const failure = errorOf(restore);
  return (
    <LoadState
      load={check}
      skeleton={<Skeleton width="100%" height={96} />}
      onRetry={() => dispatch(restorationLinkOpened({ restoreCode }))}
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
  );
};

const Restoration = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { restoreCode = '' } = useParams();
  const { check, restore } = useFields(selectRestoration, 'check', 'restore');
  useEffect(() => void dispatch(restorationLinkOpened({ restoreCode })), [dispatch, restoreCode]);

  const isRefused = [check, restore].some((load) => load.status === 'failed' && isInvalidToken(load.error));
  const isDone = restore.status === 'loaded';
  const isOver = isDone || isRefused;
  const form = useRef<HTMLDivElement>(null);
  const wasPressed = restore.status !== 'init';
  useEffect(() => {
    // The pressed button is gone, so the heading takes the focus.
    if (isOver && wasPressed) form.current?.querySelector('h1')?.focus();
  }, [isOver, wasPressed]);
  return (
    <div ref={form} className="stack gap-16">
      <PageHeading title={t(isRefused ? 'restoreEmail.invalidTitle' : 'restoreEmail.title')} />
      <p role="status" className={isOver ? undefined : 'visually-hidden'}>
        {isOver && t(isDone ? 'restoreEmail.done' : 'restoreEmail.invalid')}
      </p>
      {isOver ? (
        // All sessions of the account have ended, and only a reload shows whether this one has.
        <ButtonLink to={paths.home()} reloadDocument wide>
          {t('restoreEmail.home')}
        </ButtonLink>
      ) : (
        <RestorationForm restoreCode={restoreCode} />
      )}
    </div>
  );
};

/** Restores the old email of an account by the link that was sent to it, with or without a session. */
export const RestoreEmailPage = () => {
  const user = useAppSelector(selectUser);
  if (!user) return <Restoration />;
  return (
    <Page narrow>
      <Card className="panel">
        <Restoration />
      </Card>
    </Page>
  );
};
