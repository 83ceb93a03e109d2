import { useCallback, useEffect, useRef } from 'react';
import type { FilledJob } from '../../../contract/schemas/today';
import { selectHasPoster } from '../../domains/preferences';
import { isType, type SessionUser, selectUser, selectSeesBranches } from '../../domains/session';
import type { MessageId } from '../../lib/intl';
import { paths } from '../../lib/paths';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import { listLeft, listOpened } from '../../domains/appointments';
import { groupsOf, selectToday, todayLeft, todayOpened } from '../../domains/today';
import { Card, Page, Skeleton, LoadState } from '../../ui/LoadState';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { ButtonLink } from '../../ui/Button';
import { PageHeading } from '../../ui/PageHeading';
import { useNowEach } from '../../ui/ticker';
import { useDelayed } from '../../ui/useDelayed';
import { useScrollMemory } from '../../ui/useMedia';
import { DecisionBar } from '../../widgets/Decisions/DecisionBar';
import { KeysHelp } from '../../widgets/PageKeys/KeysHelp';
import { atText } from './NeedRow';
import { useAppointmentList, TodayAgenda, Lapsed } from './TodayAgenda';
import { BranchPicker, useTodayBranch } from './BranchPicker';
import { countIn, Kinds, NeedList } from './NeedList';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import styles from './Today.module.css';

const TodaySkeleton = () => (
  <Card className={styles.group}>
    {Array.from({ length: 5 }, (_, at) => (
      <div key={at} className={styles.row}>
        <Skeleton width={44} height={44} round />
        <Skeleton width={200} />
      </div>
    ))}
  </Card>
);

interface FilledJobsProps {
  jobs: readonly FilledJob[];
  branchId: number | null;
}

/** The jobs that have as many hires as wanted, each with a link to the dialog that closes it: docs/PRODUCT.md#closing-a-job. */
const FilledJobs = ({ jobs, branchId }: FilledJobsProps) => {
  const t = useText();
  const showsBranch = useAppSelector(selectSeesBranches) && branchId === null;
  if (jobs.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby="filled-title">
      <h2 id="filled-title" className={styles.title}>
        <T id="today.filled.title" />
      </h2>
      <Card>
        <ul>
          {jobs.map(({ id, title, companyName, hired, hiresWanted: wanted, waiting: count }) => (
            <li key={id} className={styles.pile}>
              <span className={styles.who}>
                <T
                  id="today.filled.text"
                  values={{ hired, wanted, title, count, isOver: hired > wanted ? 'yes' : 'no' }}
                />
                {showsBranch && <BranchName className={styles.facts} name={companyName} />}
              </span>
              <ButtonLink
                small
                to={paths.jobEdit(id)}
                state={{ closes: true }}
                aria-label={t('jobs.actionOn', { action: t('jobs.close'), title })}
                textId="jobs.close"
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};

interface NothingWaitsProps {
  branchId: number | null;
  now: number;
  /** True while a pile of lapsed rows, rows put off or jobs to close remain. */
  waitsElsewhere: boolean;
}

/** Shown when nothing is due; says when the next interview begins. */
const NothingWaits = ({ branchId, now, waitsElsewhere }: NothingWaitsProps) => {
  const t = useText();
  const { rows } = useAppointmentList(branchId);
  const next = rows
    .filter(({ appointmentAt, status }) => Date.parse(appointmentAt) > now && status.name === 'ACTIVE')
    .sort((a, b) => Date.parse(a.appointmentAt) - Date.parse(b.appointmentAt))[0];
  const when = next && atText(t, next.appointmentAt, now);
  const kind = waitsElsewhere ? 'due' : 'waits';
  return (
    <EmptyState
      icon="check"
      title={
        when === undefined ? <T id={`today.empty.${kind}`} /> : <T id={`today.empty.${kind}.next`} values={{ when }} />
      }
      text={<T id="today.empty.text" />}
    />
  );
};

interface Step {
  key: 'profile' | 'job' | 'poster';
  to: string;
  action: MessageId;
  isDone: boolean;
}

/** Returns what a new account can still do until the first person applies. */
const useFirstSteps = (user: SessionUser | null, hasApplicants: boolean): Step[] => {
  const hasPoster = useAppSelector(selectHasPoster(user?.id ?? 0));
  if (!user?.counts || user.counts.applications > 0 || hasApplicants) return [];
  const editsProfile = isType(user, 'company', 'root');
  const steps: Step[] = [
    {
      key: 'profile',
      to: paths.profileEdit(),
      action: 'today.start.profile.action',
      isDone: !editsProfile || (user.imageUrl !== null && user.about !== null),
    },
    { key: 'job', to: paths.jobCreate(), action: 'shell.addJob', isDone: user.counts.jobs > 0 },
    { key: 'poster', to: paths.yourPage(), action: 'today.start.poster.action', isDone: hasPoster },
  ];
  return steps.filter(({ isDone }) => !isDone);
};

const FirstSteps = ({ steps }: { steps: readonly Step[] }) => (
  <section className={styles.group}>
    <T as="h2" className={styles.title} id="today.start.title" />
    <Card>
      <ol>
        {steps.map(({ key, to, action }, at) => (
          <li key={key} className={styles.pile}>
            <span>
              <T as="strong" id={`today.start.${key}`} />
              <T className={styles.facts} id={`today.start.${key}.text`} />
            </span>
            <ButtonLink small look={at === 0 ? 'primary' : 'secondary'} to={to} textId={action} />
          </li>
        ))}
      </ol>
    </Card>
  </section>
);

/** Seconds between clock updates, which make rows due. */
const STEP = 10;

/** Milliseconds that the needs wait for the interviews. */
const AGENDA_WAIT = 2000;

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
  const agenda = useAppointmentList(branchId);
  // The interviews stand above the needs, which would jump down, so the first of both waits for the other.
  const isLate = useDelayed(agenda.isLoading, AGENDA_WAIT);
  const isWaiting = (agenda.isLoading && !isLate) || today.branchId !== branchId;
  const hasNeeds = !isWaiting && (list.status === 'loaded' || list.status === 'failed');
  useScrollMemory(`today|${branchId}`, list.status === 'loaded' && !isWaiting);
  const now = useNowEach(STEP);
  const groups = groupsOf(rows, now);
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = groups.groups.length === 0 && next === null;
  const needs = counts.status === 'loaded' ? counts.data : null;
  const countOf = countIn(groups, needs && needs.counts, next === null);
  const filled = needs?.filled ?? [];
  const hasLapsed = needs !== null && needs.lapsed.decide + needs.lapsed.invite > 0;
  const waitsElsewhere = groups.later.length > 0 || hasLapsed || filled.length > 0;
  const steps = useFirstSteps(user, rows.length + agenda.rows.length > 0);
  return (
    <Page>
      <div className={styles.head}>
        <div className="row wrap gap-8-16">
          <PageHeading title={t('today.title')} headingRef={heading} />
          {/* The sum of the groups below, of which the navigation shows the first number. */}
          {needs && (
            <p className="hint numbers dotted">
              {needs.now > 0 && <T id="shell.due" values={{ count: needs.now }} />}
              {needs.coming > 0 && <T id="today.notDue" values={{ count: needs.coming }} />}
            </p>
          )}
        </div>
        <BranchPicker {...branch} />
      </div>
      {steps.length > 0 && <FirstSteps steps={steps} />}
      <div className={styles.columns}>
        {hasNeeds && <TodayAgenda branchId={branchId} now={now} />}
        {/* New with the interviews, which would push the old one down. */}
        <div key={String(hasNeeds)} className={styles.needs}>
          <LoadState load={isWaiting ? { status: 'loading' } : list} skeleton={<TodaySkeleton />} onRetry={open}>
            {needs && <Kinds groups={groups.groups} countOf={countOf} branchId={branchId} />}
            <FilledJobs jobs={filled} branchId={branchId} />
            <div role="status">
              {isEmpty && steps.length === 0 && (
                <NothingWaits branchId={branchId} now={now} waitsElsewhere={waitsElsewhere} />
              )}
            </div>
            <NeedList groups={groups} countOf={countOf} heading={heading} now={now} />
            {needs && <Lapsed lapsed={needs.lapsed} branchId={branchId} />}
          </LoadState>
        </div>
      </div>
      <DecisionBar />
      <KeysHelp />
    </Page>
  );
};
