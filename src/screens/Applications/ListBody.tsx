import { useCallback, useMemo, useState } from 'react';
import {
  endReached,
  selectApplications,
  shortlistToggled,
  type ApplicationFilters,
  type ApplicationRow,
} from '../../domains/applications';
import { selectHolidays } from '../../domains/reference';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { LoadState } from '../../ui/LoadState';
import { ConfirmDialog } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { ApplicationList } from './ApplicationList';
import { CardBone } from './CardBone';
import { EmptyList } from './EmptyList';
import type { ActiveTab } from './useApplicationsAddress';
import { useFocusAfterRemoval } from './useFocusAfterRemoval';
import styles from './ApplicationList.module.css';

const NO_HOLIDAYS: readonly string[] = [];

/** The holidays; none when they could not be had, null until that is known. */
const useHolidays = (): readonly string[] | null => {
  const load = useAppSelector(selectHolidays);
  if (load.status === 'loaded') return load.data;
  return load.status === 'failed' ? NO_HOLIDAYS : null;
};

const ListSkeleton = () => (
  <Card className={styles.bones}>
    {Array.from({ length: 7 }, (_, at) => (
      <CardBone key={at} />
    ))}
  </Card>
);

interface ListBodyProps {
  tab: ActiveTab;
  /** Null: of all jobs. */
  jobId: number | null;
  isFiltered: boolean;
  total: number | null;
  onFilters: (filters: ApplicationFilters) => void;
  onRetry: () => void;
}

/** The rows, what stands in for them while there are none, and what comes after the last. */
export const ListBody = ({ tab, jobId, isFiltered, total, onFilters, onRetry }: ListBodyProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { items, list, more, hasMore, rejected, shortlist } = useAppSelector(selectApplications);
  const holidays = useHolidays();
  const [removing, setRemoving] = useState<ApplicationRow | null>(null);
  const noteLeaving = useFocusAfterRemoval(items);

  const pendingIds = useMemo(
    () => new Set(Object.entries(shortlist).flatMap(([id, load]) => (load.status === 'loading' ? [Number(id)] : []))),
    [shortlist],
  );
  const handleMore = useCallback(() => void dispatch(endReached()), [dispatch]);
  const handleNearEnd = useCallback(() => {
    if (more.status !== 'loading' && more.status !== 'failed') handleMore();
  }, [more.status, handleMore]);
  const handleToggle = useCallback(
    (row: ApplicationRow) => {
      // Only what takes something away is asked about. Spec 1, point 4.
      if (row.isShortListed) setRemoving(row);
      else dispatch(shortlistToggled({ id: row.id, isShortlisted: true }));
    },
    [dispatch],
  );
  const handleRemove = () => {
    if (removing) {
      noteLeaving(removing);
      dispatch(shortlistToggled({ id: removing.id, isShortlisted: false }));
    }
    setRemoving(null);
  };

  const rejectedCount = rejected.status === 'loaded' ? rejected.data : 0;
  return (
    <>
      <LoadState load={list} stale={items.length > 0} skeleton={<ListSkeleton />} onRetry={onRetry}>
        {items.length === 0 ? (
          <EmptyList tab={tab} isFiltered={isFiltered} onFilters={onFilters} />
        ) : (
          <div aria-busy={list.status === 'loading'} className={list.status === 'loading' ? styles.stale : undefined}>
            <ApplicationList
              rows={items}
              showsJob={jobId === null}
              hasMore={hasMore && more.status !== 'failed'}
              total={total}
              pendingIds={pendingIds}
              holidays={holidays}
              onNearEnd={handleNearEnd}
              onToggle={handleToggle}
            />
          </div>
        )}
        <div className={styles.end}>
          {more.status === 'failed' && (
            <div role="alert">
              <T id="applications.more.failed" /> <FailureText failure={more.error} />{' '}
              <Button small onClick={handleMore}>
                <T id="ui.retry" />
              </Button>
            </div>
          )}
          {!hasMore && items.length > 0 && <T id="applications.end" />}
          {rejectedCount > 0 && (
            <p>
              <T id="applications.rejected" values={{ count: rejectedCount }} />
            </p>
          )}
        </div>
      </LoadState>
      <ConfirmDialog
        open={removing !== null}
        title={t('applications.remove.title')}
        text={t('applications.remove.text', {
          name: removing ? `${removing.user.firstName} ${removing.user.lastName}` : '',
        })}
        action={t('applications.remove.action')}
        onConfirm={handleRemove}
        onCancel={() => setRemoving(null)}
      />
    </>
  );
};
