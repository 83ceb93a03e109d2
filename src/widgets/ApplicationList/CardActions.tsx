import type { MouseEvent } from 'react';
import {
  canDecline,
  canShortlist,
  selectIsShortListed,
  selectIsShortlistPending,
  type ApplicationRow,
} from '../../domains/applications';
import { selectIsDecisionPending } from '../../domains/decisions';
import { useAppSelector } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import styles from './ApplicationCard.module.css';

interface CardActionsProps {
  row: ApplicationRow;
  name: string;
  appointmentHref: string;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  onToggle: (row: ApplicationRow) => void;
  onDecline: (row: ApplicationRow) => void;
}

/**
 * The decisions about an application that need no look at the applicant, and the way to the appointment. The second
 * click of a double click does not decide on the card that moves up.
 */
export const CardActions = ({ row, name, appointmentHref, onOpen, onToggle, onDecline }: CardActionsProps) => {
  const t = useText();
  const isShortListed = useAppSelector(selectIsShortListed(row.id));
  const isToggling = useAppSelector(selectIsShortlistPending(row.id));
  const isDeclining = useAppSelector(selectIsDecisionPending(row.id));
  const appointment = t('applications.card.appointment', { name });
  return (
    <div className={styles.action}>
      {canShortlist(row) && (
        <IconButton
          icon="star"
          filled={isShortListed}
          className={cx(styles.star, isShortListed && styles.starred, isToggling && styles.pending)}
          aria-pressed={isShortListed}
          aria-busy={isToggling || undefined}
          label={t(isShortListed ? 'applications.card.remove' : 'applications.card.add', { name })}
          onClick={({ detail }) => detail < 2 && !isToggling && onToggle(row)}
        />
      )}
      {canDecline(row) && (
        <IconButton
          icon="close"
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
