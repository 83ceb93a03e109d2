import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { scorePercent, fullName } from '../../../contract/constants/text';
import {
  isHighScore,
  displayedRating,
  starsOf,
  type ApplicationDetail,
  hasWithdrawn,
  isMissed,
  nextStep,
} from '../../domains/applications';
import { selectSeesBranches } from '../../domains/session';
import { ageAt, formatDay } from '../../lib/dates';
import type { ListOrigin } from '../../lib/pageKey';
import { serverNow } from '../../lib/serverClock';
import { useAppSelector } from '../../store/hooks';
import { Icon } from '../../ui/icons';
import { Rating, AppointmentBadge } from '../../ui/AppointmentBadge';
import { ScoreBar } from '../../ui/ScoreBar';
import { T, useText, Name } from '../../ui/text';
import { useLabels } from '../../ui/useLabels';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink, IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { PageHeading } from '../../ui/PageHeading';
import { WIDE, useMedia } from '../../ui/useMedia';
import { ShortlistedBy } from '../../widgets/ApplicationList/ShortlistedBy';
import { FirstDayCard } from '../../widgets/FirstDay/FirstDayCard';
import buttons from '../../ui/Button.module.css';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/Badge';
import { TAB_OF, useApplicantAddress, type Tab } from './address';
import { BackLink, DeclineButton, type PendingDecision, StarButton, type Star, stepLook } from './ThumbBar';
import type { useNeighbours } from './useNeighbours';
import { ScoreReasons } from './ScoreReasons';
import styles from './Applicant.module.css';
import applicantHeaderStyles from './ApplicantHeader.module.css';

/** Applications of the same phone number by the other way, with a link where the user may open them. */
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
  const kinds = times.filter((time) => time !== null).map((time) => t(`options.workTime.${time}`));
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

// Few applicants that somebody opens are declined, and the line brings a menu.
const DecisionLine = lazy(async () => ({
  default: (await import('../../widgets/Decisions/DecisionActions')).DecisionLine,
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
  const name = fullName(user);
  const step = nextStep(application, now);
  const look = stepLook(application, now);
  return (
    <header className="stack gap-16 space-below-16">
      <div className={applicantHeaderStyles.top}>
        <Avatar name={name} src={user.imageUrl} size={72} />
        <div className="grows shrinks">
          <PageHeading title={t('applicant.title', { name, tab: t(`applicant.tabs.${tab}`) })} className="breaks">
            <Name>{name}</Name>
          </PageHeading>
          <p className="row wrap gap-4-8 hint">
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
          <p className="row wrap gap-4-8 hint">
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
      {hasWithdrawn(application) && (
        <p className="warning rounded size-14 tight">{t('applicant.withdrew', { name: user.firstName })}</p>
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
