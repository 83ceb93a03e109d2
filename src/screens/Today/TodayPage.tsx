import { useCallback, useEffect, useRef } from 'react';
import { listLeft, listOpened } from '../../domains/appointments';
import { selectUser } from '../../domains/session';
import { groupsOf, selectToday, todayLeft, todayOpened } from '../../domains/today';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { useText } from '../../ui/text';
import { useNowEach } from '../../ui/ticker';
import { useScrollMemory } from '../../ui/useScrollMemory';
import { DecisionBar } from '../../widgets/Decisions/DecisionBar';
import { KeysHelp } from '../../widgets/PageKeys/KeysHelp';
import { BeginSwitch } from './BeginSwitch';
import { BranchPicker, useTodayBranch } from './BranchPicker';
import { countIn } from './countOf';
import { FilledJobs } from './FilledJobs';
import { FirstSteps } from './FirstSteps';
import { Kinds } from './Kinds';
import { NeedList } from './NeedList';
import { NothingWaits } from './NothingWaits';
import { Lapsed } from './Lapsed';
import { TodayAgenda } from './TodayAgenda';
import { TodaySkeleton } from './TodaySkeleton';
import styles from './Today.module.css';

/** Seconds between two looks at the clock, which makes rows due. */
const STEP = 10;

/** What waits for the user, most urgent first, below the interviews of today and tomorrow: docs/PRODUCT.md#today. */
export const TodayPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const branch = useTodayBranch();
  const { branchId } = branch;
  const today = useFields(selectToday, 'rows', 'list', 'more', 'next', 'counts', 'branchId');
  const { rows, list, next, counts } = today;
  const open = useCallback(() => void dispatch(todayOpened({ branchId })), [dispatch, branchId]);
  useEffect(() => {
    open();
    return () => void dispatch(todayLeft());
  }, [open, dispatch]);
  useEffect(() => {
    dispatch(listOpened({ jobId: null, branchId }));
    return () => void dispatch(listLeft());
  }, [dispatch, branchId]);
  useScrollMemory(`today|${branchId}`, list.status === 'loaded');
  const now = useNowEach(STEP);
  const groups = groupsOf(rows, now);
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = groups.groups.length === 0 && next === null;
  const needs = counts.status === 'loaded' ? counts.data : null;
  const countOf = countIn(groups, needs && needs.counts, next === null);
  const filled = needs?.filled ?? [];
  const hasLapsed = needs !== null && needs.lapsed.decide + needs.lapsed.invite > 0;
  const waitsElsewhere = groups.later.length > 0 || hasLapsed || filled.length > 0;
  return (
    <Page>
      <div className={styles.head}>
        <PageHeading title={t('today.title')} headingRef={heading} />
        <BranchPicker {...branch} />
      </div>
      {user && <FirstSteps user={user} />}
      <div className={styles.columns}>
        <TodayAgenda branchId={branchId} now={now} />
        <div className={styles.needs}>
          <LoadState
            load={today.branchId === branchId ? list : { status: 'loading' }}
            skeleton={<TodaySkeleton />}
            onRetry={open}
          >
            {needs && <Kinds groups={groups.groups} countOf={countOf} branchId={branchId} />}
            <FilledJobs jobs={filled} branchId={branchId} />
            <div role="status">
              {isEmpty && <NothingWaits branchId={branchId} now={now} waitsElsewhere={waitsElsewhere} />}
            </div>
            <NeedList groups={groups} countOf={countOf} heading={heading} now={now} />
            {needs && <Lapsed lapsed={needs.lapsed} branchId={branchId} />}
          </LoadState>
        </div>
      </div>
      {user && <BeginSwitch userId={user.id} />}
      <DecisionBar />
      <KeysHelp />
    </Page>
  );
};
