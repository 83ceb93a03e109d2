import { Link } from 'react-router-dom';
import { selectIsTodayPending, snoozeSubmitted, type NeedRow } from '../../domains/today';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { Name, T, useText } from '../../ui/text';
import { atText } from './dueText';
import { useNeedLink } from './useNeedLink';
import styles from './Today.module.css';

/** A row that the user put off, with the way back. */
export const LaterRow = ({ row, now }: { row: NeedRow; now: number }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const link = useNeedLink(row);
  const isPending = useAppSelector(selectIsTodayPending(row.id));
  const { id, need, user } = row;
  const name = `${user.firstName} ${user.lastName}`;
  const until = need.snoozedUntil ?? need.at;
  return (
    <li className={styles.row}>
      <Avatar name={name} src={user.imageUrl} size={44} lazy />
      <span className={styles.who}>
        <Link className={styles.name} {...link}>
          <Name>{name}</Name>
        </Link>
        <span className={styles.facts}>
          <T id={`today.group.${need.kind}`} />
          <time dateTime={until}>{atText(t, until, now)}</time>
        </span>
      </span>
      <span className={styles.actions}>
        <Button
          small
          busy={isPending}
          aria-label={t('agenda.of', { action: t('today.later.back'), name })}
          onClick={() => dispatch(snoozeSubmitted({ applicationId: id, name, until: null }))}
        >
          <T id="today.later.back" />
        </Button>
      </span>
    </li>
  );
};
