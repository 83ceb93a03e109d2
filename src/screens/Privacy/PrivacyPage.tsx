import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { privacyOpened, selectHolds, selectPrivacy } from '../../domains/privacy';
import { useAppDispatch, useAppStore, useFields } from '../../store/hooks';
import { LoadState, type ShownLoad } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { T, useText } from '../../ui/text';
import { AnswerDialog } from './AnswerDialog';
import { EraseDialog } from './EraseDialog';
import { FilterSwitch } from './FilterSwitch';
import { HoldDialog } from './HoldDialog';
import { HoldList } from './HoldList';
import { MoreNote } from './MoreNote';
import { PersonCard } from './PersonCard';
import { RequestList } from './RequestList';
import { RetentionForm } from './RetentionForm';
import styles from './Privacy.module.css';

const LINE = <Skeleton width="100%" height={88} />;

const hasFailed = (load: ShownLoad) =>
  load.status === 'failed' || (load.status === 'loaded' && load.refreshError !== undefined);

/** How long data of people are kept, and what people asked for: docs/PRODUCT.md#privacy. */
export const PrivacyPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const named = query.get('applicationId') ?? '';
  const applicationId = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  const { overview, requests, erasing, answering, person } = useFields(
    selectPrivacy,
    'overview',
    'requests',
    'erasing',
    'answering',
    'person',
  );
  const { holds, holding } = useFields(selectHolds, 'holds', 'holding');
  const open = useCallback(() => void dispatch(privacyOpened({ applicationId })), [dispatch, applicationId]);
  useEffect(() => {
    open();
  }, [open]);
  const store = useAppStore();
  // One retry loads all parts. Once the browser is online again, each failed part asks for one.
  const retry = () => {
    const now = selectPrivacy(store.getState());
    const parts = [now.overview, now.requests, now.person, selectHolds(store.getState()).holds];
    if (parts.some(hasFailed)) open();
  };
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
            <LoadState load={person} skeleton={LINE} onRetry={retry}>
              {person.status === 'loaded' && <PersonCard person={person.data} />}
            </LoadState>
          </Card>
        )}
        <Card className={styles.section}>
          <h2 className={styles.title}>
            <T id="privacy.requests.title" />
          </h2>
          <LoadState load={requests} skeleton={LINE} onRetry={retry}>
            {requests.status === 'loaded' && (
              <>
                <RequestList requests={requests.data.rows} />
                <MoreNote listed={requests.data} />
              </>
            )}
          </LoadState>
        </Card>
        <Card className={styles.section}>
          <h2 className={styles.title}>
            <T id="privacy.holds.title" />
          </h2>
          <LoadState load={holds} skeleton={LINE} onRetry={retry}>
            {holds.status === 'loaded' && (
              <>
                <HoldList holds={holds.data.rows} />
                <MoreNote listed={holds.data} />
              </>
            )}
          </LoadState>
        </Card>
        <Card className={styles.section}>
          <h2 className={styles.title}>
            <T id="privacy.retention.title" />
          </h2>
          <LoadState load={overview} skeleton={LINE} onRetry={retry}>
            {overview.status === 'loaded' && (
              <RetentionForm key={overview.data.settings.retentionMonths} overview={overview.data} />
            )}
          </LoadState>
        </Card>
        {overview.status === 'loaded' && (
          <Card className={styles.section}>
            <h2 className={styles.title}>
              <T id="privacy.filters.title" />
            </h2>
            <FilterSwitch isOn={overview.data.settings.personalFilters} />
          </Card>
        )}
      </div>
      {erasing && <EraseDialog person={erasing} />}
      {answering && <AnswerDialog request={answering} />}
      {holding && <HoldDialog person={holding} />}
    </Page>
  );
};
