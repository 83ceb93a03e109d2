import { useState } from 'react';
import { useIntl } from 'react-intl';
import { scorePercent, phoneText } from '../../../contract/constants/text';
import {
  isHighScore,
  displayedRating,
  starsOf,
  type ApplicationDetail,
  hasWithdrawn,
  nextStep,
} from '../../domains/applications';
import { selectConversation } from '../../domains/chat';
import { partUnavailable } from '../../domains/notices';
import { firstDayStage } from '../../domains/firstDay';
import { selectSeesBranches } from '../../domains/session';
import { ageAt, formatDay } from '../../lib/dates';
import type { ListOrigin } from '../../lib/pageKey';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Icon } from '../../ui/icons';
import { Rating } from '../../ui/AppointmentBadge';
import { Skeleton } from '../../ui/LoadState';
import { StageBadge } from '../../ui/StageBadge';
import { ScoreBar } from '../../ui/ScoreBar';
import { T, useText, Name } from '../../ui/text';
import { calledName, personName } from '../../ui/personName';
import { useLabels } from '../../ui/useLabels';
import { PersonAvatar } from '../../ui/Avatar';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import type { MenuItem } from '../../ui/Menu';
import { lazyPart } from '../../ui/lazyPart';
import { PageHeading } from '../../ui/PageHeading';
import { PHONE, WIDE, useMedia } from '../../ui/useMedia';
import { WaitingLine } from '../../widgets/Decisions/WaitingLine';
import { useNameCutter } from '../../widgets/ApplicationList/BranchName';
import { ShortlistedBy } from '../../widgets/ApplicationList/ShortlistedBy';
import { ConversationTools } from '../../widgets/Conversation/ConversationTools';
import { MoreMenu } from '../../ui/LazyMenu';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/Badge';
import { Link } from '../../ui/router';
import { TAB_OF, useApplicantAddress, type Tab } from './address';
import {
  BackLink,
  DeclineButton,
  barOffersDecline,
  type PendingDecision,
  StarButton,
  type Star,
  stepLook,
} from './ThumbBar';
import type { useNeighbours } from './useNeighbours';
import { ScoreReasons } from './ScoreReasons';
import styles from './Applicant.module.css';
import applicantHeaderStyles from './ApplicantHeader.module.css';

/** Applications with the same phone number that came the other way, with a link where the user may open them. */
const AlsoApplied = ({ others }: { others: ApplicationDetail['alsoApplied'] }) => {
  const t = useText();
  return (
    <>
      {others.map(({ applicationId, jobId, jobTitle, by, canOpen }) => {
        const text = t(`applicant.also.${by}`, { job: jobTitle });
        return (
          <Badge key={applicationId} tone="warning">
            {canOpen ? <Link to={paths.jobDetail(jobId, applicationId)}>{text}</Link> : text}
          </Badge>
        );
      })}
    </>
  );
};

/** Returns when the applicant can work: kinds of work from a profile, days and hours from the public page. */
const useAvailability = ({ user, source }: ApplicationDetail): string | null => {
  const t = useText();
  const intl = useIntl();
  const times = user.workTimePreferences.length > 0 ? user.workTimePreferences : [user.workTimePreference];
  const kinds = times
    .filter((time) => time !== null)
    .map((time) => t(`options.workTime.${time}`))
    .map((kind, at) => (at === 0 ? kind : kind.charAt(0).toLocaleLowerCase(intl.locale) + kind.slice(1)));
  const days = source?.days.map((day) => t(`applicant.days.${day}`)) ?? [];
  const parts = source?.parts.map((part) => t(`applicant.parts.${part}`)) ?? [];
  const start = source?.start ? [t(`applicant.start.${source.start}`)] : [];
  const given = [kinds, days, parts, start].filter((texts) => texts.length > 0);
  return given.length > 0 ? given.map((texts) => intl.formatList(texts, { type: 'conjunction' })).join(' · ') : null;
};

/** The facts for the decision: distance, experience, availability, rating, and the match score with its reasons. */
const Facts = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const labels = useLabels();
  const { user, matchScore, scoreReasons, source } = application;
  const availability = useAvailability(application);
  const rating = displayedRating(user.ratingScore?.score);
  return (
    <>
      <dl className={styles.facts} aria-label={t('applicant.facts.label')}>
        <div>
          <dt>{t('applicant.field.distance')}</dt>
          <dd>{user.distance ? labels.distance(user.distance) : t('applicant.notGiven')}</dd>
        </div>
        <div>
          <dt>{t('applicant.field.experience')}</dt>
          <dd>
            {user.experienceMonth === null
              ? t('applicant.notGiven')
              : labels.experience(user.experienceMonth, user.experienceMax)}
          </dd>
        </div>
        <div>
          <dt>{t('applicant.field.availability')}</dt>
          <dd>{availability ?? t('applicant.notGiven')}</dd>
        </div>
        {source && (
          <div>
            <dt>{t('applicant.field.source')}</dt>
            <dd>{t(`applicant.source.${source.ref}`)}</dd>
          </div>
        )}
        <div>
          <dt>{t('applicant.field.rating')}</dt>
          <dd>
            {rating === null ? (
              t('applicant.rating.none')
            ) : (
              <>
                <Rating
                  stars={starsOf(user.ratingScore?.score)}
                  label={t('applicant.rating.stars', { score: rating })}
                />{' '}
                <span>{t('applicant.rating.value', { score: rating })}</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('applicant.field.score')}</dt>
          <dd>
            <ScoreBar percent={scorePercent(matchScore)} high={isHighScore(matchScore)} />
          </dd>
        </div>
      </dl>
      <ScoreReasons user={user} scoreReasons={scoreReasons} />
    </>
  );
};

// Few opened applicants are declined, and the line loads a menu.
const DecisionLine = lazyPart(
  async () => (await import('../../widgets/Decisions/DecisionActions')).DecisionLine,
  <div className={applicantHeaderStyles.decisionLine} />,
);

// Few opened applicants are hired, and the card brings a form. The placeholder has its usual height.
const FirstDayCard = lazyPart(
  async () => (await import('../../widgets/FirstDay/FirstDayCard')).FirstDayCard,
  <Skeleton width="100%" height={150} />,
);

interface ApplicantHeaderProps {
  application: ApplicationDetail;
  tab: Tab;
  star: Star | null;
  decision: PendingDecision | null;
  neighbours: ReturnType<typeof useNeighbours>;
  tabPath: (tab: Tab) => string;
  tabState: ListOrigin | null;
  onHelp: () => void;
}

/** The thread of the open conversation, if it is the applicant's. */
const useThread = (workerId: number) => {
  const { thread } = useFields(selectConversation, 'thread');
  return thread?.user.id === workerId ? thread : null;
};

type ActionsProps = Omit<ApplicantHeaderProps, 'neighbours' | 'onHelp'>;

/** The next step first, then the decisions. On a phone the bottom bar shows them. */
const Actions = ({ application, tab, star, decision, tabPath, tabState }: ActionsProps) => {
  const [now] = useState(serverNow);
  const step = nextStep(application, now);
  const look = stepLook(application, tab, now);
  return (
    <div className={applicantHeaderStyles.actions}>
      {step && step !== 'decide' && TAB_OF[step] !== tab && (
        <ButtonLink to={tabPath(TAB_OF[step])} state={tabState} look={look}>
          <T id={`applicant.step.${step}`} />
        </ButtonLink>
      )}
      {step === 'decide' && star && (
        <Button
          look={look}
          icon="star"
          busy={star.isPending}
          aria-keyshortcuts="S"
          textId="today.shortlist"
          onClick={({ detail }) => detail < 2 && star.onToggle()}
        />
      )}
      {decision && <DeclineButton decision={decision} />}
      {step !== 'decide' && star && <StarButton application={application} star={star} />}
    </div>
  );
};

/** The applicant in one line, with the next step. The facts for the decision unfold from it. */
export const ApplicantHeader = ({ neighbours, onHelp, ...props }: ApplicantHeaderProps) => {
  const { application, tab, decision } = props;
  const t = useText();
  const [now] = useState(serverNow);
  const hasFirstDay = firstDayStage(application, now, readSettings().timeZone) !== 'none';
  const isBesideList = useMedia(WIDE);
  const isPhone = useMedia(PHONE);
  const { jobId } = useApplicantAddress();
  const seesBranches = useAppSelector(selectSeesBranches);
  const cutName = useNameCutter();
  const { user, job } = application;
  const name = personName(t, user);
  const dispatch = useAppDispatch();
  const thread = useThread(user.id);
  const items: MenuItem[] = [
    ...(isPhone && decision && !barOffersDecline(decision, application, tab)
      ? [{ icon: 'decline', text: 'applicant.decline', onChoose: decision.onDecline } as const]
      : []),
    ...(isPhone && user.phone ? [{ icon: 'phone', text: 'applicant.call', href: `tel:${user.phone}` } as const] : []),
    ...(user.email ? [{ icon: 'mail', text: 'applicant.email', href: `mailto:${user.email}` } as const] : []),
    { icon: 'help', text: 'shell.menu.keys', onChoose: onHelp },
  ];
  const facts = (
    <details className={applicantHeaderStyles.more} open={tab === 'profile'}>
      <summary>
        <span>
          {t(seesBranches ? 'applicant.jobAtBranch' : 'applicant.job', {
            job: job.title,
            branch: cutName(job.companyName),
            date: formatDay(application.createdAt),
          })}
        </span>
        <Icon name="down" size={18} />
      </summary>
      <Facts application={application} />
    </details>
  );
  return (
    <header className={applicantHeaderStyles.person}>
      <div className={applicantHeaderStyles.line}>
        <PersonAvatar user={user} size={44} />
        <div className={applicantHeaderStyles.who}>
          <PageHeading
            title={t('applicant.title', { name, tab: t(`applicant.tabs.${tab}`) })}
            className="breaks size-20"
          >
            <Name title={name}>{name}</Name>
          </PageHeading>
          <div className={applicantHeaderStyles.about}>
            <p className="row wrap gap-4-8 hint">
              {user.birthDate && <span>{t('applicant.age', { age: ageAt(user.birthDate, now) })}</span>}
              {user.phone && (
                <a
                  href={`tel:${user.phone}`}
                  className={applicantHeaderStyles.phone}
                  aria-label={t('applicant.callOn', { phone: phoneText(user.phone) })}
                >
                  <Name>{phoneText(user.phone)}</Name>
                </a>
              )}
              <StageBadge stage={application.stage} />
              <ShortlistedBy names={application.shortListedBy} />
              <AlsoApplied others={application.alsoApplied} />
            </p>
            {tab === 'messages' && facts}
          </div>
        </div>
        <Actions {...props} />
        <div className={applicantHeaderStyles.moves}>
          <IconButton
            icon="sortUp"
            small
            label={t('applicant.keys.previous')}
            aria-keyshortcuts="K"
            aria-disabled={!neighbours.hasPrevious || undefined}
            onClick={() => neighbours.step(-1)}
          />
          <IconButton
            icon="sortDown"
            small
            label={t('applicant.keys.next')}
            aria-keyshortcuts="J"
            aria-disabled={!neighbours.hasNext || undefined}
            onClick={() => neighbours.step(1)}
          />
          {tab === 'messages' && thread ? (
            // Blocking ends the dialog of the menu.
            <ConversationTools key={`blocked ${thread.isBlocked}`} thread={thread} items={items} />
          ) : (
            <MoreMenu
              onFailure={() => dispatch(partUnavailable())}
              small
              label={t('applicant.more', { name })}
              items={items}
            />
          )}
          {isBesideList && <BackLink jobId={jobId} closes />}
        </div>
      </div>
      {application.decision && <DecisionLine row={application} decision={application.decision} />}
      <WaitingLine row={application} />
      {hasWithdrawn(application) && (
        <p className="warning rounded size-14 tight">{t('applicant.withdrew', { name: calledName(t, user) })}</p>
      )}
      {tab !== 'messages' && !user.isErased && hasFirstDay && <FirstDayCard application={application} />}
      {tab !== 'messages' && facts}
    </header>
  );
};
