import { useCallback, useMemo, useState, useEffect, useRef } from 'react';
import { SEARCH_MAX } from '../../../contract/constants/limits';
import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import {
  countFilters,
  emptyFilters,
  filtersToSearchParams,
  selectApplications,
  type ApplicationFilters,
  type ApplicationSort,
  selectArrivals,
} from '../../domains/applications';
import { selectIsChoosing } from '../../domains/bulks';
import { selectWorkerFields } from '../../domains/reference';
import { selectUsesPersonalFilters } from '../../domains/session';
import { useAppSelector, useFields } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { Button, IconButton, LinkButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { PHONE, useMedia } from '../../ui/useMedia';
import { lazyDialog, lazyPart } from '../../ui/lazyPart';
import { Skeleton } from '../../ui/LoadState';
import { SearchField } from '../../ui/SearchField';
import { Select } from '../../ui/Select';
import { ListBody } from './ListBody';
import { useBranchOptions } from './BranchName';
import type { ApplicationsAddress } from './useApplicationsAddress';
import styles from './ApplicationList.module.css';

// Most visits save no view.
const ViewDialog = lazyDialog(async () => (await withLaterWork(() => import('./views/ViewDialog'))).ViewDialog);

interface SaveViewProps {
  address: ApplicationsAddress;
  /** The list is a changed view. */
  isChanged?: boolean;
}

/** The button that saves the filters and the order of the list as a view. */
export const SaveView = ({ address, isChanged = false }: SaveViewProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" small onClick={() => setIsOpen(true)}>
        <T id={isChanged ? 'views.saveAsNew' : 'views.save'} />
      </Button>
      {isOpen && <ViewDialog address={address} view={null} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const DELAY = 300;

/** Searches by name 300 ms after the last key, or at once on Enter. */
const NameSearch = ({ q, onSearch }: { q: string; onSearch: (q: string) => void }) => {
  const t = useText();
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const [sent, setSent] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The address changed. Back, a chip or a link changes the shown text; a search from this box has set it already.
  if (q !== shown) {
    setShown(q);
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }

  const send = (value: string) => {
    clearTimeout(timer.current);
    setSent(value.trim());
    if (value.trim() !== q) onSearch(value.trim());
  };
  const handleChange = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(value), DELAY);
  };
  return (
    <SearchField
      className={styles.search}
      label={t('applications.search.label')}
      maxLength={SEARCH_MAX}
      value={text}
      onChange={handleChange}
      onSubmit={send}
    />
  );
};

interface SortSelectProps {
  sort: ApplicationSort;
  isIcon: boolean;
  onSort: (sort: ApplicationSort) => void;
}

/** Chooses the order of the list. */
const SortSelect = ({ sort, isIcon, onSort }: SortSelectProps) => {
  const t = useText();
  return (
    <Select
      className={isIcon ? undefined : styles.sort}
      label={t('applications.sort.label')}
      labelHidden
      icon={isIcon ? 'sort' : undefined}
      isChanged={sort !== 'newest'}
      value={sort}
      options={APPLICATION_SORTS.map((value) => ({ value, label: t(`applications.sort.${value}`) }))}
      onChange={(value) => onSort(APPLICATION_SORTS.find((one) => one === value) ?? 'newest')}
    />
  );
};

/** Returns how many applications arrived since the list was loaded; null for an unknown number. */
const useArrivalCount = (): number | null =>
  useAppSelector((state) => {
    const { ids, isCountUnknown } = selectArrivals(state);
    return isCountUnknown ? null : ids.length;
  });

/** Says that new applications have arrived, which the list shows only when the user asks for them. */
const Arrivals = ({ count, onShow }: { count: number | null; onShow: () => void }) => (
  <>
    {count === null ? <T id="applications.arrivals.some" /> : <T id="applications.arrivals.count" values={{ count }} />}
    <span> · </span>
    <LinkButton onClick={onShow}>
      <T id="applications.arrivals.show" />
    </LinkButton>
  </>
);

// Most visits use no filter, so the dialog with its sliders loads when the user is about to open it.
const FilterModal = lazyDialog(async () => (await withLaterWork(() => import('./FilterModal'))).FilterModal);
const FilterChips = lazyPart(
  async () => (await import('./FilterChips')).FilterChips,
  <div className={styles.chips}>
    <Skeleton width={96} height={32} />
  </div>,
);
const ChosenBar = lazyPart(async () => (await import('./ChosenBar')).ChosenBar);

interface ListTabProps {
  address: ApplicationsAddress;
  /** The page of a job shows a warning about rejected applications: docs/PRODUCT.md#job-applications-page. */
  isOfJob?: boolean;
  isNumbered?: boolean;
  beside?: boolean;
  selectedId?: number | null;
  onRetry: () => void;
}

/** The list of all applications or of the shortlist, with search and filters. */
export const ListTab = (props: ListTabProps) => {
  const { address, isOfJob = false, isNumbered = false, beside = false, selectedId = null, onRetry } = props;
  const t = useText();
  const { filters, goToFilters } = address;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const { list, counts: countsLoad } = useFields(selectApplications, 'list', 'counts');
  const fields = useAppSelector(selectWorkerFields);
  const personalActive = useAppSelector(selectUsesPersonalFilters);
  const arrivals = useArrivalCount();
  const isChoosing = useAppSelector(selectIsChoosing);
  const isPhone = useMedia(PHONE);

  const counts = countsLoad.status === 'loaded' ? countsLoad.data : null;
  const active = countFilters(filters);
  const branches = useBranchOptions(address.jobId, wasOpened || filters.branchId !== null);
  const hasChips = filtersToSearchParams({ ...filters, q: emptyFilters.q }).size > 0;
  const isFiltered = hasChips || filters.q !== emptyFilters.q;

  const handleSearch = useCallback((q: string) => goToFilters({ ...filters, q }, true), [filters, goToFilters]);
  const handleModal = useCallback((next: ApplicationFilters) => goToFilters(next, active > 0), [goToFilters, active]);
  const handleClear = useCallback(() => goToFilters({ ...emptyFilters, q: filters.q }), [goToFilters, filters.q]);
  const handleOpen = useCallback(() => {
    setWasOpened(true);
    setIsOpen(true);
  }, []);
  const handleArrivals = () => {
    if (isNumbered && address.page > 1) address.goToPage(1, selectedId !== null);
    else onRetry();
    window.scrollTo(0, 0);
  };
  const handleClose = useCallback(() => setIsOpen(false), []);

  const countText = useMemo(() => {
    if (!counts) return null;
    const isNarrower = isFiltered && counts.filtered !== counts.total;
    return isNarrower ? t('applications.count.filtered', counts) : t('applications.count.all', { total: counts.total });
  }, [counts, isFiltered, t]);

  const filterLabel = t(active > 0 ? 'applications.filter.openActive' : 'applications.filter.open', { count: active });
  const filterProps = {
    icon: 'filter',
    onPointerEnter: FilterModal.preload,
    onFocus: FilterModal.preload,
    onClick: handleOpen,
  } as const;
  const badge = active > 0 && (
    <span className={styles.filterBadge} aria-hidden="true">
      {active}
    </span>
  );
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.tools} inert={isChoosing && !isPhone}>
          <NameSearch q={filters.q} onSearch={handleSearch} />
          {isPhone ? (
            <IconButton look="secondary" className="relative" label={filterLabel} {...filterProps}>
              {badge}
            </IconButton>
          ) : (
            <Button aria-label={active > 0 ? filterLabel : undefined} {...filterProps}>
              <T id="applications.filter.open" />
              {badge}
            </Button>
          )}
          <SortSelect sort={address.sort} isIcon={isPhone} onSort={address.goToSort} />
          {/* On a phone the stage bar shows the number of all applications. */}
          <div className={isPhone && !isFiltered && arrivals === 0 ? 'visually-hidden' : styles.count}>
            <p aria-live="polite">
              {arrivals === 0 ? countText : <Arrivals count={arrivals} onShow={handleArrivals} />}
            </p>
          </div>
        </div>
        {isChoosing && <ChosenBar address={address} />}
      </div>
      {hasChips && (
        <FilterChips filters={filters} branches={branches} onChange={goToFilters}>
          {!isOfJob && address.named === null && <SaveView address={address} />}
        </FilterChips>
      )}
      <ListBody
        address={address}
        isOfJob={isOfJob}
        isNumbered={isNumbered}
        beside={beside}
        selectedId={selectedId}
        isFiltered={isFiltered}
        total={list.status === 'loaded' ? (counts?.filtered ?? null) : null}
        onRetry={onRetry}
      />
      {wasOpened && (
        <FilterModal
          open={isOpen}
          filters={filters}
          fields={{ ...fields, personalActive }}
          branches={branches}
          counts={counts}
          onChange={handleModal}
          onClear={handleClear}
          onClose={handleClose}
        />
      )}
    </>
  );
};
