import { useCallback, useMemo } from 'react';
import {
  endReached,
  isOfWithdrawn,
  pageCount,
  selectApplications,
  type ApplicationRow,
} from '../../domains/applications';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { selectHolidays } from '../../domains/reference';
import { selectSeesBranches } from '../../domains/session';
import { LIST_FIELDS } from '../../domains/kit/pagedList';
import { lazyPart } from '../../ui/lazyPart';
import { T, useText } from '../../ui/text';
import { LoadState } from '../../ui/LoadState';
import { MoreFailed } from '../../ui/State';
import { PHONE, useMedia, usePrinting } from '../../ui/useMedia';
import { ApplicationList } from './ApplicationList';
import { CardSkeleton, type ListLayout } from './CardSkeleton';
import { EmptyList } from './EmptyList';
import type { ApplicationsAddress } from './useApplicationsAddress';
import { useDecline } from './useDecline';
import { useListFocus, useReturnRow } from './useListFocus';
import { useOpenApplicant } from './useOpenApplicant';
import { useShortlistToggle } from './useShortlistToggle';
import styles from './ApplicationList.module.css';

const NO_HOLIDAYS: readonly string[] = [];

/** Returns the holidays: null while they load, an empty list if they failed to load. */
const useHolidays = (): readonly string[] | null => {
  const load = useAppSelector(selectHolidays);
  if (load.status === 'loaded') return load.data;
  return load.status === 'failed' ? NO_HOLIDAYS : null;
};

const ListSkeleton = ({ layout }: { layout: ListLayout }) => (
  <div className={styles.skeleton} data-layout={layout}>
    {Array.from({ length: 7 }, (_, at) => (
      <CardSkeleton key={at} layout={layout} />
    ))}
  </div>
);

// The page Applications, whose list loads first, has no page numbers.
const Pagination = lazyPart(async () => (await withLaterWork(() => import('../../ui/Pagination'))).Pagination);

const DeclinedList = lazyPart(
  async () => (await withLaterWork(() => import('./DeclinedList'))).DeclinedList,
  <ListSkeleton layout="page" />,
);

interface ListBodyProps {
  address: ApplicationsAddress;
  isOfJob: boolean;
  isNumbered: boolean;
  beside: boolean;
  selectedId: number | null;
  isFiltered: boolean;
  total: number | null;
  onRetry: () => void;
}

/** The rows, what replaces them when there are none, and the end of the list. */
export const ListBody = (props: ListBodyProps) => {
  const { address, isOfJob, isNumbered, beside, selectedId, isFiltered, total, onRetry } = props;
  const t = useText();
  const dispatch = useAppDispatch();
  const { items, list, refresh, more, next, stages } = useFields(selectApplications, ...LIST_FIELDS, 'stages');
  const hasMore = next !== null;
  const holidays = useHolidays();
  const seesBranches = useAppSelector(selectSeesBranches);
  const isPhone = useMedia(PHONE);
  // Paper is wider than a phone. A browser that counts the pages of a phone's layout adds empty ones.
  const isPrinted = usePrinting();
  const alone = isPhone && !isPrinted ? 'phone' : 'page';
  const layout: ListLayout = beside ? 'beside' : alone;
  const returnRow = useReturnRow({ address, isNumbered, selectedId });
  const noteRemoval = useListFocus(items, returnRow);
  const { toggle, dialog } = useShortlistToggle(noteRemoval);
  const decline = useDecline();
  const handleDecline = useCallback(
    (row: ApplicationRow) => {
      noteRemoval(row);
      decline(row);
    },
    [noteRemoval, decline],
  );
  const { addressOf, onOpen } = useOpenApplicant({ address, isNumbered, selectedId, stays: beside });
  const showsJob = address.jobId === null;
  const showsBranch = seesBranches && showsJob && address.filters.branchId === null;
  const card = useMemo(
    () => ({ layout, showsJob, showsBranch, holidays, addressOf, onOpen, onToggle: toggle, onDecline: handleDecline }),
    [layout, showsJob, showsBranch, holidays, addressOf, onOpen, toggle, handleDecline],
  );

  const handleMore = useCallback(() => void dispatch(endReached()), [dispatch]);
  const handleNearEnd = useCallback(() => {
    if (more.status !== 'loading' && more.status !== 'failed') handleMore();
  }, [more.status, handleMore]);

  const rejectedCount = stages.status === 'loaded' ? stages.data.declined + stages.data.withdrew : 0;
  const isDeclinedTab = address.tab === 'declined';
  const rejectedText = rejectedCount > 0 && !isDeclinedTab && (
    <T id="applications.rejected" values={{ count: rejectedCount }} />
  );
  return (
    <>
      {isOfJob && rejectedText && <p className="hint space-below-12">{rejectedText}</p>}
      <LoadState
        load={list}
        stale={items.length > 0}
        refresh={refresh}
        skeleton={<ListSkeleton layout={layout} />}
        onRetry={onRetry}
      >
        {items.length === 0 ? (
          <EmptyList address={address} isFiltered={isFiltered} />
        ) : (
          <div aria-busy={list.status === 'loading'} className={list.status === 'loading' ? styles.stale : undefined}>
            {isDeclinedTab ? (
              <DeclinedList
                rows={items}
                {...{ showsJob, showsBranch }}
                label={t(isOfWithdrawn(address) ? 'stage.withdrew' : 'applications.declined.list')}
                hasMore={hasMore && more.status !== 'failed' && more.status !== 'loading'}
                selectedId={selectedId}
                addressOf={addressOf}
                onOpen={onOpen}
                onNearEnd={handleNearEnd}
              />
            ) : (
              <ApplicationList
                rows={items}
                card={card}
                returnRow={returnRow}
                hasMore={hasMore && more.status !== 'failed'}
                total={total}
                selectedId={selectedId}
                onNearEnd={handleNearEnd}
              />
            )}
          </div>
        )}
        <div className={styles.end} tabIndex={-1}>
          {more.status === 'failed' && <MoreFailed failure={more.error} onRetry={handleMore} />}
          {isNumbered && total !== null && (
            <Pagination page={address.page} pages={pageCount(total)} onPage={address.goToPage} />
          )}
          {!isNumbered && !hasMore && items.length > 0 && <T id="applications.end" />}
          {!isNumbered && hasMore && total !== null && (
            <p className="only-print">
              <T id="applications.printed" values={{ shown: items.length, total }} /> <T id="ui.printed" />
            </p>
          )}
          {!isOfJob && rejectedText && <p>{rejectedText}</p>}
        </div>
      </LoadState>
      {dialog}
    </>
  );
};
