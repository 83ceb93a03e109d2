import { useEffect } from 'react';
import {
  canDecline,
  canShortlist,
  isStarred,
  selectIsShortlistPending,
  selectWaitingAct,
  type ApplicationDetail,
} from '../../domains/applications';
import { isChangeable } from '../../domains/appointments';
import { selectIsDecisionPending } from '../../domains/decisions';
import { paths } from '../../lib/paths';
import { whenIdle } from '../../lib/browser';
import { withNextEntry, listOriginOf } from '../../lib/pageKey';
import { useAppSelector } from '../../store/hooks';
import { lazyPart } from '../../ui/lazyPart';
import { ProgressLine } from '../../ui/ProgressLine';
import { Tabs } from '../../ui/Tabs';
import { useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import { useDecline } from '../../widgets/ApplicationList/useDecline';
import { useShortlistToggle } from '../../widgets/ApplicationList/useShortlistToggle';
import { pathSegmentOf, TABS, useApplicantAddress, type Tab } from './address';
import { ApplicantHeader } from './ApplicantHeader';
import { ProfileTab } from './profile/ProfileTab';
import { ThumbBar } from './ThumbBar';
import { focusPanel, useApplicantKeys, useDeciding, useSettle } from './useApplicantKeys';
import type { useNeighbours } from './useNeighbours';
import styles from './Applicant.module.css';

const Conversation = lazyPart(
  async () => (await import('../../widgets/Conversation/Conversation')).Conversation,
  <ProgressLine />,
);
const AppointmentTab = lazyPart(
  async () => (await import('./appointment/AppointmentTab')).AppointmentTab,
  <ProgressLine />,
);
const FeedbackTab = lazyPart(async () => (await import('./feedback/FeedbackTab')).FeedbackTab, <ProgressLine />);

/** The conversation with the applicant. The owner of the job is the employer's side. */
const MessagesTab = ({ application }: { application: ApplicationDetail }) => (
  <div className={styles.messages}>
    <Conversation userId={application.job.userId} workerId={application.user.id} />
  </div>
);

const BODIES = { profile: ProfileTab, messages: MessagesTab, appointment: AppointmentTab, feedback: FeedbackTab };

interface ApplicantProps {
  application: ApplicationDetail;
  tab: Tab;
  neighbours: ReturnType<typeof useNeighbours>;
  onHelp: () => void;
}

export const Applicant = ({ application: known, tab, neighbours, onHelp }: ApplicantProps) => {
  const t = useText();
  const navigate = useNavigate();
  const { jobId, search, state } = useApplicantAddress();
  const { toggle, dialog } = useShortlistToggle<ApplicationDetail>();
  const { id } = known;
  const act = useAppSelector(selectWaitingAct(id));
  const isShortListed = isStarred(known, act);
  const application = isShortListed === known.isShortListed ? known : { ...known, isShortListed };
  const isPending = useAppSelector(selectIsShortlistPending(id));
  const isDeciding = useAppSelector(selectIsDecisionPending(id));
  const decline = useDecline();
  const onNext = neighbours.hasNext ? () => neighbours.step(1) : null;
  const { announceStar, goOn, unlessGone } = useDeciding(id, neighbours);

  const tabPath = (to: Tab) => `${paths.jobDetail(jobId, id, pathSegmentOf(to))}${search}`;
  const tabState = withNextEntry(listOriginOf(state));
  // Tabs focus the pressed tab after the change; with the timeout, the heading takes the focus after that.
  const handleTab = (to: Tab) => void setTimeout(() => navigate(tabPath(to), { state: tabState }));
  const openTab = (to: 'messages' | 'appointment') => {
    if (to !== tab) navigate(tabPath(to), { state: tabState });
    focusPanel(to);
  };
  // A decline that waits for the network counts.
  const canDecide = canDecline(application) && act !== 'decline';
  const { isErased } = application.user;
  const canStar = canShortlist(application) && act !== 'decline';
  const handleStar = (goesOn: boolean) => {
    if (!canStar || isPending || isDeciding) return;
    const isAdded = !isShortListed;
    if (isAdded) announceStar();
    toggle(application);
    if (isAdded && goesOn) goOn();
  };
  const handleDecline = () => {
    if (!canDecide || isPending || !decline(application)) return;
    if (!application.appointment || !isChangeable(application.appointment.status.name)) goOn();
  };
  const settle = useSettle(application, state);
  useApplicantKeys({
    ...(settle && {
      onSettle: unlessGone(() => {
        settle();
        goOn();
      }),
    }),
    onShortlist: unlessGone(() => handleStar(true)),
    onDecline: unlessGone(handleDecline),
    onMessage: () => openTab('messages'),
    onInvite: () => openTab('appointment'),
  });

  useEffect(() => {
    whenIdle(() => {
      for (const part of [Conversation, AppointmentTab, FeedbackTab]) part.preload();
    });
  }, []);

  const Body = BODIES[tab];
  const tabs = TABS.map((value) => ({ value, label: t(`applicant.tabs.${value}`) }));
  const star = canStar ? { isPending, onToggle: () => handleStar(false) } : null;
  const decision = canDecide ? { isPending: isDeciding, onDecline: handleDecline } : null;
  return (
    <>
      <ApplicantHeader
        key={`${id}-${tab}`}
        application={application}
        tab={tab}
        star={star}
        decision={decision}
        neighbours={neighbours}
        tabPath={tabPath}
        tabState={tabState}
        onHelp={onHelp}
      />
      <Tabs label={t('applicant.tabs.label')} value={tab} tabs={tabs} onChange={handleTab}>
        {isErased && tab !== 'profile' ? (
          <p className="row wrap gap-4-8 hint">{t('errors.keys.application.erased')}</p>
        ) : (
          <Body key={id} application={application} />
        )}
      </Tabs>
      <ThumbBar
        application={application}
        tab={tab}
        star={star && { ...star, onToggle: () => handleStar(true) }}
        decision={decision}
        onNext={onNext}
        tabPath={tabPath}
        state={tabState}
      />
      {dialog}
    </>
  );
};
