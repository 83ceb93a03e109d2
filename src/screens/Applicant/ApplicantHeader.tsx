import { lazy, Suspense, useState } from 'react';
import { isMissed, nextStep, type ApplicationDetail } from '../../domains/applications';
import { selectSeesBranches } from '../../domains/session';
import { ageAt, formatDay } from '../../lib/dates';
import type { ListOrigin } from '../../lib/listOrigin';
import { serverNow } from '../../lib/serverClock';
import { useAppSelector } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { AppointmentBadge } from '../../ui/AppointmentBadge';
import { ButtonLink, IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { PageHeading } from '../../ui/PageHeading';
import { Name, T, useText } from '../../ui/text';
import { WIDE, useMedia } from '../../ui/useMedia';
import { ShortlistedBy } from '../../widgets/ApplicationList/ShortlistedBy';
import { FirstDayCard } from '../../widgets/FirstDay/FirstDayCard';
import { AlsoApplied } from './AlsoApplied';
import { TAB_OF, useApplicantAddress, type Tab } from './address';
import { BackLink } from './BackLink';
import { DeclineButton, type PendingDecision } from './DeclineButton';
import { Facts } from './Facts';
import { StarButton, type Star } from './StarButton';
import { stepLook } from './stepLook';
import type { useNeighbours } from './useNeighbours';
import styles from './Applicant.module.css';
import applicantHeaderStyles from './ApplicantHeader.module.css';
import buttons from '../../ui/Button.module.css';

// Few applicants that somebody opens are declined, and the line brings a menu.
const DecisionLine = lazy(async () => ({
  default: (await import('../../widgets/Decisions/DecisionLine')).DecisionLine,
}));

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

/** The applicant's name, the facts for the decision, and a button for the next step. */
export const ApplicantHeader = (props: ApplicantHeaderProps) => {
  const { application, tab, star, decision, neighbours, tabPath, tabState, onHelp } = props;
  const t = useText();
  const [now] = useState(serverNow);
  const isBesideList = useMedia(WIDE);
  const { jobId } = useApplicantAddress();
  const seesBranches = useAppSelector(selectSeesBranches);
  const { user, job } = application;
  const name = `${user.firstName} ${user.lastName}`;
  const step = nextStep(application, now);
  const look = stepLook(application, now);
  return (
    <header className={applicantHeaderStyles.header}>
      <div className={applicantHeaderStyles.top}>
        <Avatar name={name} src={user.imageUrl} size={72} />
        <div className={applicantHeaderStyles.who}>
          <PageHeading
            title={t('applicant.title', { name, tab: t(`applicant.tabs.${tab}`) })}
            className={applicantHeaderStyles.name}
          >
            <Name>{name}</Name>
          </PageHeading>
          <p className={styles.soft}>
            {user.birthDate && <span>{t('applicant.age', { age: ageAt(user.birthDate, now) })}</span>}
            <ShortlistedBy names={application.shortListedBy} />
            {application.appointment && (
              <AppointmentBadge
                status={application.appointment.status.name}
                hasMissed={isMissed(application.appointment)}
              />
            )}
            <AlsoApplied others={application.alsoApplied} />
          </p>
          <p className={styles.soft}>
            {t(seesBranches ? 'applicant.jobAtBranch' : 'applicant.job', {
              job: job.title,
              branch: job.companyName,
              date: formatDay(application.createdAt),
            })}
          </p>
        </div>
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
          <IconButton
            icon="help"
            small
            className={applicantHeaderStyles.help}
            label={t('shell.menu.keys')}
            aria-keyshortcuts="?"
            onClick={onHelp}
          />
          {isBesideList && <BackLink jobId={jobId} closes />}
        </div>
      </div>
      {application.decision && (
        <Suspense fallback={<div className={applicantHeaderStyles.decisionLine} />}>
          <DecisionLine row={application} decision={application.decision} />
        </Suspense>
      )}
      {application.status === 'rejected' && !application.decision && (
        <p className={applicantHeaderStyles.warning}>{t('applicant.withdrew', { name: user.firstName })}</p>
      )}
      {tab !== 'messages' && <FirstDayCard application={application} />}
      <div className={cx(applicantHeaderStyles.decision, tab !== 'profile' && applicantHeaderStyles.elsewhere)}>
        <Facts application={application} />
      </div>
      <div className={applicantHeaderStyles.actions}>
        {TAB_OF[step] !== tab && (
          <ButtonLink to={tabPath(TAB_OF[step])} state={tabState} look={look}>
            <T id={`applicant.step.${step}`} />
          </ButtonLink>
        )}
        {user.phone && (
          <a className={`${buttons.button} ${buttons.secondary}`} href={`tel:${user.phone}`}>
            <Icon name="phone" />
            <T id="applicant.call" />
          </a>
        )}
        {user.email && (
          <a className={`${buttons.button} ${buttons.secondary}`} href={`mailto:${user.email}`}>
            <Icon name="mail" />
            <T id="applicant.email" />
          </a>
        )}
        {decision && <DeclineButton decision={decision} />}
        {star && <StarButton application={application} star={star} />}
      </div>
    </header>
  );
};
