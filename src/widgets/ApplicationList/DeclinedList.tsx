import { memo, useRef, useState, type MouseEvent } from 'react';
import { selectWaitingAct, type ApplicationRow } from '../../domains/applications';
import { reopenRequested, selectIsDecisionPending } from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { formatDay } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { PersonAvatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { StageBadge } from '../../ui/StageBadge';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Card } from '../../ui/LoadState';
import { Name, T, useText } from '../../ui/text';
import { personName } from '../../ui/personName';
import { useNearEnd } from '../../ui/ListEnd';
import { useTellText } from '../Decisions/useTellText';
import { WaitingLine } from '../Decisions/WaitingLine';
import { RowCheck } from '../Bulk/RowCheck';
import { useLongPress, useSelectionKeys } from '../Bulk/useSelectionKeys';
import type { SharedCardProps } from './ApplicationCard';
import { BranchName } from './BranchName';
import type { ApplicantAddress } from './useOpenApplicant';
import styles from './Declined.module.css';

/** Distance in px below the window at which the next rows load. */
const NEAR_END = 400;

interface EntryProps extends Pick<SharedCardProps, 'showsJob' | 'showsBranch'> {
  row: ApplicationRow;
  index: number;
  href: string;
  now: number;
  isSelected: boolean;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A declined application: who declined it and why, and when the applicant is told; or what others did with it since. */
const Entry = memo(({ row, showsJob, showsBranch, index, href, now, isSelected, onOpen }: EntryProps) => {
  const { id, user, job, status, stage, decision, createdAt } = row;
  const t = useText();
  const tellText = useTellText();
  const dispatch = useAppDispatch();
  const isPending = useAppSelector(selectIsDecisionPending(id));
  const act = useAppSelector(selectWaitingAct(id));
  const name = personName(t, user);
  return (
    <li data-index={index} className={cx(styles.entry, isSelected && 'selected')}>
      <div className="relative">
        <PersonAvatar user={user} size={44} lazy />
        <RowCheck id={id} name={name} />
      </div>
      <div className={styles.who}>
        <a className={styles.name} href={href} aria-current={isSelected || undefined} onClick={onOpen}>
          <Name>{name}</Name>
        </a>
        <p className="hint dotted">
          {showsJob && <span>{job.title}</span>}
          {showsBranch && (
            <span>
              <BranchName name={job.companyName} />
            </span>
          )}
          <span>
            <T id="applications.card.applied" /> <time dateTime={createdAt}>{formatDay(createdAt)}</time>
          </span>
        </p>
        {decision ? (
          <>
            <p className="hint">{tellText(decision, now)}</p>
            <p className="hint dotted">
              <span>{t('applications.declined.by', { name: decision.by })}</span>
              {decision.reason && (
                <span>
                  <T id={`options.declineReason.${decision.reason}`} />
                </span>
              )}
            </p>
          </>
        ) : status === 'rejected' ? (
          <p>
            <StageBadge stage={stage} />
          </p>
        ) : (
          <p>
            <Badge>
              <T id="applications.declined.reopened" />
            </Badge>
          </p>
        )}
      </div>
      <WaitingLine row={{ id, user }} />
      {decision && !user.isErased && act !== 'reopen' && (
        <Button
          small
          busy={isPending}
          className={styles.action}
          aria-label={t('decisions.reopenOf', { name })}
          onClick={() => dispatch(reopenRequested({ applicationId: id }))}
        >
          {t('decisions.reopen')}
        </Button>
      )}
    </li>
  );
});
Entry.displayName = 'Entry';

interface DeclinedListProps extends Pick<SharedCardProps, 'showsJob' | 'showsBranch'> {
  rows: readonly ApplicationRow[];
  label: string;
  /** More rows can be loaded now. */
  hasMore: boolean;
  selectedId: number | null;
  addressOf: (id: number, index: number) => ApplicantAddress;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  onNearEnd: () => void;
}

/** The declined or the withdrawn applications of one job or of all jobs. */
export const DeclinedList = ({
  rows,
  label,
  hasMore,
  selectedId,
  addressOf,
  onOpen,
  onNearEnd,
  ...shown
}: DeclinedListProps) => {
  const [now] = useState(serverNow);
  const list = useRef<HTMLUListElement>(null);
  useSelectionKeys(list, { rows, selectedId });
  useLongPress(list, rows);
  const end = useNearEnd(hasMore, NEAR_END, onNearEnd);
  return (
    <Card>
      <ul ref={list} aria-label={label}>
        {rows.map((row, index) => (
          <Entry
            key={row.id}
            {...shown}
            row={row}
            index={index}
            href={addressOf(row.id, index).href}
            now={now}
            isSelected={row.id === selectedId}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <div ref={end} />
    </Card>
  );
};
