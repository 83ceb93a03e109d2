import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { privacyOpened, selectPrivacy } from '../../domains/privacy';
import { useAppDispatch, useFields } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { T, useText } from '../../ui/text';
import { EraseDialog } from './EraseDialog';
import { PersonCard } from './PersonCard';
import { RequestList } from './RequestList';
import { RetentionForm } from './RetentionForm';
import styles from './Privacy.module.css';

const LINE = <Skeleton width="100%" height={88} />;

/** How long data of people are kept, and what people asked for: docs/PRODUCT.md#privacy. */
export const PrivacyPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const named = query.get('applicationId') ?? '';
  const applicationId = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  const { overview, requests, erasing, person } = useFields(selectPrivacy, 'overview', 'requests', 'erasing', 'person');
  const open = useCallback(() => void dispatch(privacyOpened({ applicationId })), [dispatch, applicationId]);
  useEffect(open, [open]);
  return (
    <Page>
      <div className={styles.head}>
        <PageHeading title={t('privacy.title')} />
        <p className={styles.soft}>
          <T id="privacy.text" />
        </p>
      </div>
      <div className={styles.content}>
        {person.status !== 'init' && (
          <Card className={styles.section}>
            <LoadState load={person} skeleton={LINE} onRetry={open}>
              {person.status === 'loaded' && <PersonCard person={person.data} />}
            </LoadState>
          </Card>
        )}
        <Card className={styles.section}>
          <h2 className={styles.title}>
            <T id="privacy.requests.title" />
          </h2>
          <LoadState load={requests} skeleton={LINE} onRetry={open}>
            {requests.status === 'loaded' && <RequestList requests={requests.data} />}
          </LoadState>
        </Card>
        <Card className={styles.section}>
          <h2 className={styles.title}>
            <T id="privacy.retention.title" />
          </h2>
          <LoadState load={overview} skeleton={LINE} onRetry={open}>
            {overview.status === 'loaded' && (
              <RetentionForm key={overview.data.settings.version} overview={overview.data} />
            )}
          </LoadState>
        </Card>
      </div>
      {erasing && <EraseDialog person={erasing} />}
    </Page>
  );
};
