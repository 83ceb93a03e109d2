import { memo, useState } from 'react';
import { fullName, scorePercent } from '../../../contract/constants/text';
import { DAY, HOUR, MINUTE } from '../../../contract/constants/time';
import type { NeedKind } from '../../../contract/rules/need';
import { dayOf, formatDay, formatTime, wallTimeOf, ageAt } from '../../lib/dates';
import { isHighScore, selectWaitingAct } from '../../domains/applications';
import { stateOf } from '../../domains/appointments';
import { seesBranchNames, selectUser } from '../../domains/session';
import type { NeedRow as Row, TodayRow } from '../../domains/today';
import { useAppSelector } from '../../store/hooks';
import { useText, NameAge } from '../../ui/text';
import { AttendanceBadge, hasAttendanceBadge } from '../../ui/AppointmentBadge';
import { PersonAvatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { Score } from '../../ui/Score';
import { StageBadge } from '../../ui/StageBadge';
import { useLabels } from '../../ui/useLabels';
import { Link } from '../../ui/router';
import { WaitingLine } from '../../widgets/Decisions/WaitingLine';
import { LaterMenu, NeedActions, useVisit } from './NeedActions';
import { useNeedLink } from './useReturnPlace';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import styles from './Today.module.css';

/** Returns in words when something is due or since when it is late. `now` in ms since 1970. */
const dueText = (t: ReturnType<typeof useText>, at: string, now: number): string => {
  const left = Date.parse(at) - now;
  if (left <= -DAY) return t('today.due.late', { count: Math.floor(-left / DAY) });
  if (left <= -HOUR) return t('today.due.hours', { count: Math.floor(-left / HOUR) });
  if (left <= 0) return t('today.due.now');
  if (left < HOUR) return t('today.due.minutes', { count: Math.ceil(left / MINUTE) });
  // The midnight that ends today begins tomorrow.
  if (formatTime(at) === '00:00' && dayOf(wallTimeOf(at), now) === 'tomorrow') return t('today.due.midnight');
  return dayTimeText(t, 'due', at, now);
};

const dayTimeText = (t: ReturnType<typeof useText>, kind: 'at' | 'due', at: string, now: number): string => {
  const time = formatTime(at);
  const day = dayOf(wallTimeOf(at), now);
  if (day === 'other') return t('today.due.day', { date: formatDay(at).slice(0, 5), time });
  return t(`today.${kind}.${day}`, { time });
};

/** Returns in words when something happens, with its day unless that is today. */
export const atText = (t: ReturnType<typeof useText>, at: string, now: number): string => dayTimeText(t, 'at', at, now);

/** Why somebody with an interview has to be called. */
const CallReason = ({ id, now }: { id: number; now: number }) => {
  const visit = useVisit(id);
  const state = visit && stateOf(visit, now);
  if (!state || !hasAttendanceBadge(state)) return null;
  return (
    <span>
      <AttendanceBadge state={state} minutes={visit.attendance?.minutes ?? null} />
    </span>
  );
};

/** The needs that one understands only with the stage of the application. */
const STAGED: readonly NeedKind[] = ['attendance', 'answer', 'outcome'];

interface FactsProps {
  row: Row;
  /** Ms since 1970. */
  now: number;
}

/** What the user needs to know before acting: the worker's message, or the deciding facts. */
const Facts = ({ row, now }: FactsProps) => {
  const labels = useLabels();
  const user = useAppSelector(selectUser);
  const isDecision = row.need.kind === 'decide' || row.need.kind === 'invite';
  const facts = [
    row.job.title,
    user !== null && seesBranchNames(user) && <BranchName name={row.job.companyName} />,
    isDecision && labels.experience(row.user.experienceMonth, row.user.experienceMax),
    isDecision && row.user.distance && labels.distance(row.user.distance),
  ].filter(Boolean);
  return (
    <>
      {row.need.body !== undefined && <span className={styles.message}>{row.need.body}</span>}
      <span className={styles.facts}>
        {STAGED.includes(row.need.kind) && <StageBadge stage={row.stage} />}
        {row.need.kind === 'attendance' && <CallReason id={row.id} now={now} />}
        {facts.map((fact, at) => (
          <span key={at}>{fact}</span>
        ))}
      </span>
    </>
  );
};

interface NeedRowProps {
  view: TodayRow;
  /** The index on the page, from 0; the keys use it. */
  index: number;
  /** Ms since 1970. */
  now: number;
}

/** An application that waits: who, why, until when, and the next step. The name's link covers the whole row. */
export const NeedRow = memo(({ view: { row, state }, index, now }: NeedRowProps) => {
  const t = useText();
  const link = useNeedLink(row);
  const [opened] = useState(now);
  const act = useAppSelector(selectWaitingAct(row.id));
  const { user, need } = row;
  const name = fullName(user);
  const age = user.birthDate === null ? null : ageAt(user.birthDate, opened);
  const titleId = `application-${row.id}`;
  const isDecision = need.kind === 'decide';
  return (
    <li>
      <article className={styles.row} tabIndex={-1} data-index={index} aria-labelledby={titleId}>
        <PersonAvatar user={user} size={44} lazy />
        <span className={styles.who}>
          <Link id={titleId} className={styles.name} {...link}>
            <NameAge name={name} age={isDecision ? age : null} />
          </Link>
          <Facts row={row} now={now} />
        </span>
        {isDecision && (
          <span className={styles.score}>
            <Score percent={scorePercent(row.matchScore)} high={isHighScore(row.matchScore)} />
          </span>
        )}
        <time className={cx(styles.due, state === 'due' && styles.now)} dateTime={need.at}>
          {dueText(t, need.at, now)}
        </time>
        <span className={styles.actions}>
          <WaitingLine row={row} />
          {act === undefined && <NeedActions row={row} name={name} />}
        </span>
        <span className={styles.later}>
          <LaterMenu row={row} name={name} />
        </span>
      </article>
    </li>
  );
});
NeedRow.displayName = 'NeedRow';
