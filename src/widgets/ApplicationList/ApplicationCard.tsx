import { memo, type MouseEvent, useCallback, useState } from 'react';
import { ANSWER_HOURS } from '../../../contract/constants/limits';
import { scorePercent } from '../../../contract/constants/text';
import { HOUR } from '../../../contract/constants/time';
import {
  type ApplicationRow,
  remainingMs,
  canDecline,
  canShortlist,
  isStarred,
  selectWaitingDecision,
  selectIsShortlistPending,
  isHighScore,
} from '../../domains/applications';
import { readSettings } from '../../lib/settings';
import { selectIsDecisionPending } from '../../domains/decisions';
import { useAppSelector } from '../../store/hooks';
import { ageAt, formatDay } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { Badge } from '../../ui/Badge';
import { StageBadge } from '../../ui/StageBadge';
import { useText, NameAge, T } from '../../ui/text';
import { personName } from '../../ui/personName';
import { TimeRing, Score } from '../../ui/Score';
import { IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { PersonAvatar } from '../../ui/Avatar';
import { useLabels } from '../../ui/useLabels';
import { RowCheck } from '../Bulk/RowCheck';
import { ShortlistedBy } from './ShortlistedBy';
import type { ApplicantAddress } from './useOpenApplicant';
import { PHOTO, type ListLayout } from './CardSkeleton';
import { useUndoWaiting, useWaitingText } from '../Decisions/WaitingDecision';
import { BranchName } from './BranchName';
import styles from './ApplicationCard.module.css';
import cardFactsStyles from './CardFacts.module.css';
import cardTextStyles from './CardText.module.css';

/** Says that the person also applied by the workers' product or on the public page. */
const OtherWay = ({ by }: { by: NonNullable<ApplicationRow['otherWay']>['by'] }) => {
  const t = useText();
  const text = t(`applications.card.also.${by}`);
  return (
    <span className={cardTextStyles.by} title={text}>
      <Badge tone="warning">
        <span className={cardTextStyles.cut}>{text}</span>
      </Badge>
    </span>
  );
};

/** Says that a decision waits for the network, or was refused after it had waited. */
const Waiting = ({ id }: { id: number }) => {
  const shown = useWaitingText(id);
  if (!shown) return null;
  return (
    <span className={cardTextStyles.by} title={shown.text}>
      <Badge tone={shown.isRefused ? 'action' : 'warning'}>
        <span className={cardTextStyles.cut}>{shown.text}</span>
      </Badge>
    </span>
  );
};

const TOTAL = ANSWER_HOURS * HOUR;

interface TimeLeftProps {
  createdAt: string;
  /** Null while the holidays are unknown; a wrong time would be worse than none. */
  holidays: readonly string[] | null;
}

/** The working time left to answer an application. */
const TimeLeft = memo(({ createdAt, holidays }: TimeLeftProps) => {
  const remainingAt = useCallback(
    (now: number) => {
      const { timeZone } = readSettings();
      return holidays === null ? 0 : remainingMs({ createdAt, isShortListed: false, now, holidays, timeZone });
    },
    [createdAt, holidays],
  );
  return <TimeRing remainingAt={remainingAt} total={TOTAL} />;
});
TimeLeft.displayName = 'TimeLeft';

interface CardActionsProps extends Pick<SharedCardProps, 'onOpen' | 'onToggle' | 'onDecline'> {
  row: ApplicationRow;
  name: string;
  appointmentHref: string;
}

/**
 * The decisions that need no look at the applicant, and a link to the appointment. The second click of a double click
 * does not decide on the card that moves up.
 */
const CardActions = ({ row, name, appointmentHref, onOpen, onToggle, onDecline }: CardActionsProps) => {
  const t = useText();
  const waiting = useAppSelector(selectWaitingDecision(row.id));
  const undo = useUndoWaiting();
  const isShortListed = isStarred(row, waiting?.act);
  const isToggling = useAppSelector(selectIsShortlistPending(row.id));
  const isDeclining = useAppSelector(selectIsDecisionPending(row.id));
  const appointment = t('applications.card.appointment', { name });
  return (
    <div className={styles.action}>
      {waiting?.act === 'decline' && (
        <IconButton icon="back" label={t('decisions.waiting.undo', { name })} onClick={() => undo(waiting, name)} />
      )}
      {canShortlist(row) && waiting?.act !== 'decline' && (
        <IconButton
          icon="star"
          filled={isShortListed}
          className={cx(styles.star, isShortListed && styles.starred, isToggling && styles.pending)}
          aria-pressed={isShortListed}
          aria-busy={isToggling || undefined}
          label={t(isShortListed ? 'applications.card.remove' : 'applications.card.add', { name })}
          onClick={({ detail }) => detail < 2 && !isToggling && onToggle({ ...row, isShortListed })}
        />
      )}
      {canDecline(row) && waiting?.act !== 'decline' && (
        <IconButton
          icon="decline"
          className={cx(styles.decline, isDeclining && styles.pending)}
          data-decline
          aria-busy={isDeclining || undefined}
          label={t('applications.card.decline', { name })}
          onClick={({ detail }) => detail < 2 && onDecline(row)}
        />
      )}
      <a className={styles.shortcut} href={appointmentHref} title={appointment} onClick={onOpen}>
        <Icon name="calendar" />
        <span className="visually-hidden">{appointment}</span>
      </a>
    </div>
  );
};

/** What all cards of a list share. */
export interface SharedCardProps {
  layout: ListLayout;
  /** The list holds several jobs, so the card names its job. */
  showsJob: boolean;
  /** The list holds several branches, so the card names the branch of its job. */
  showsBranch: boolean;
  holidays: readonly string[] | null;
  /** Returns the applicant's address from the application's id and its index in the list. */
  addressOf: (id: number, index: number) => ApplicantAddress;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  onToggle: (row: ApplicationRow) => void;
  onDecline: (row: ApplicationRow) => void;
}

interface ApplicationCardProps extends SharedCardProps {
  row: ApplicationRow;
  /** The row's index from 0; `total` is the number of rows, or -1 if unknown. */
  index: number;
  total: number;
  selected: boolean;
}

/** One application with the facts that decide whether to open it. */
export const ApplicationCard = memo(
  ({
    layout,
    row,
    showsJob,
    showsBranch,
    index,
    total,
    holidays,
    selected,
    addressOf,
    onOpen,
    onToggle,
    onDecline,
  }: ApplicationCardProps) => {
    const t = useText();
    const labels = useLabels();
    const { user, isShortListed } = row;
    const name = personName(t, user);
    const [now] = useState(serverNow);
    const age = user.birthDate === null ? null : ageAt(user.birthDate, now);
    const titleId = `application-${row.id}`;
    const badgesId = `${titleId}-badges`;
    const { href, appointmentHref } = addressOf(row.id, index);
    // Beside an applicant the job and its branch need a whole line.
    const isJobAlone = layout === 'beside' && showsJob;
    const experience = (
      <p className={cx(cardTextStyles.fact, cardTextStyles.experience)}>
        <Icon name="clock" size={16} />
        <span className={cardTextStyles.cut}>
          <span className="visually-hidden">{`${t('applicant.field.experience')} `}</span>
          <span>{labels.experience(user.experienceMonth, user.experienceMax)}</span>
        </span>
      </p>
    );
    const place = (
      <p className={cardTextStyles.fact}>
        <Icon name="pin" size={16} />
        <span className={cardTextStyles.cut}>{user.location?.name ?? t('applications.card.noAddress')}</span>
        {user.distance && <span className={cardTextStyles.keep}>{labels.distance(user.distance)}</span>}
      </p>
    );
    return (
      <article
        className={cx(styles.card, selected && 'selected')}
        tabIndex={-1}
        aria-current={selected || undefined}
        data-index={index}
        aria-labelledby={titleId}
        aria-describedby={badgesId}
        aria-posinset={index + 1}
        aria-setsize={total}
      >
        <div className={styles.photo}>
          <PersonAvatar
            user={user}
            size={PHOTO[layout]}
            lazy
            badge={row.unreadWorkerMessageCount}
            badgeLabel={t('applications.card.unread', { count: row.unreadWorkerMessageCount })}
          />
          <RowCheck id={row.id} name={name} />
        </div>
        <div className={cardTextStyles.who}>
          <h2 id={titleId} className={cardTextStyles.name}>
            <a className={styles.link} href={href} onClick={onOpen}>
              <NameAge name={name} age={age} />
            </a>
          </h2>
          <p id={badgesId} className={cardTextStyles.badges}>
            <StageBadge stage={row.stage} isUnseen={!row.isSeen} />
            <Waiting id={row.id} />
            {row.otherWay && <OtherWay by={row.otherWay.by} />}
            <ShortlistedBy names={row.shortListedBy} />
          </p>
          <div className={cardTextStyles.work}>
            {showsJob && (
              <p className={cx(cardTextStyles.fact, cardTextStyles.job)} title={row.job.title}>
                <Icon name="briefcase" size={16} />
                <span className={cardTextStyles.cut}>
                  <span className="visually-hidden">{`${t('applications.job.label')} `}</span>
                  <span>{row.job.title}</span>
                </span>
                {showsBranch && row.job.companyName !== '' && (
                  <span className={cx(cardTextStyles.cut, cardTextStyles.branch)} title={row.job.companyName}>
                    <span className="visually-hidden">{`${t('jobs.branch.label')} `}</span>
                    <BranchName name={row.job.companyName} />
                  </span>
                )}
              </p>
            )}
            {!isJobAlone && experience}
          </div>
          {isJobAlone ? (
            <div className={cardTextStyles.work}>
              {experience}
              {place}
            </div>
          ) : (
            place
          )}
        </div>
        <div className={cardFactsStyles.facts}>
          <div className={cardFactsStyles.time}>
            {!isShortListed && row.status !== 'rejected' && row.job.status === 'active' && (
              <TimeLeft createdAt={row.createdAt} holidays={holidays} />
            )}
          </div>
          <p className={cardFactsStyles.date}>
            <span className="visually-hidden">
              <T id="applications.card.applied" />{' '}
            </span>
            <time dateTime={row.createdAt}>{formatDay(row.createdAt)}</time>
          </p>
          <Score percent={scorePercent(row.matchScore)} high={isHighScore(row.matchScore)} />
        </div>
        <CardActions {...{ row, name, appointmentHref, onOpen, onToggle, onDecline }} />
      </article>
    );
  },
);
ApplicationCard.displayName = 'ApplicationCard';
