import { useEffect } from 'react';
import { historyRequested, olderRequested, selectHistory, type ApplicationDetail } from '../../../domains/applications';
import { LIST_FIELDS } from '../../../domains/kit/pagedList';
import { formatDay, formatTime } from '../../../lib/dates';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { LoadState } from '../../../ui/LoadState';
import { Skeleton } from '../../../ui/Skeleton';
import { FailureText } from '../../../ui/State';
import { T } from '../../../ui/text';
import { useHistorySentence } from './useHistorySentence';
import styles from './Profile.module.css';

const SKELETON_ROWS = 3;

/** The history of the application, newest first: what happened, who did it and when. */
export const History = ({ application: { id, user } }: { application: ApplicationDetail }) => {
  const dispatch = useAppDispatch();
  const sentenceOf = useHistorySentence(user.firstName);
  const { query, items: entries, list, refresh, more, next } = useFields(selectHistory, ...LIST_FIELDS);
  const requestHistory = () => void dispatch(historyRequested({ applicationId: id }));
  useEffect(() => void dispatch(historyRequested({ applicationId: id })), [dispatch, id]);
  const skeleton = Array.from({ length: SKELETON_ROWS }, (_, at) => <Skeleton key={at} width={260} />);
  return (
    <section aria-labelledby="history">
      <h2 id="history">
        <T id="applicant.history.title" />
      </h2>
      <LoadState
        load={query.applicationId === id ? list : { status: 'loading' }}
        stale={query.applicationId === id && entries.length > 0}
        refresh={refresh}
        skeleton={<div className={styles.rows}>{skeleton}</div>}
        onRetry={requestHistory}
      >
        {entries.length === 0 && (
          <p className={styles.soft}>
            <T id="applicant.history.empty" />
          </p>
        )}
        <ol className={styles.history}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <span>{sentenceOf(entry)}</span>{' '}
              <time className={styles.soft} dateTime={entry.at}>
                {`${formatDay(entry.at)} ${formatTime(entry.at)}`}
              </time>
            </li>
          ))}
        </ol>
        {more.status === 'failed' && (
          <p role="alert" className={styles.soft}>
            <FailureText failure={more.error} />
          </p>
        )}
        {next !== null && (
          <Button small busy={more.status === 'loading'} onClick={() => dispatch(olderRequested())}>
            <T id="applicant.history.older" />
          </Button>
        )}
      </LoadState>
    </section>
  );
};
