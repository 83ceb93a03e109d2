import { Link } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import type { NeedsPayload } from '../../../contract/schemas/today';
import { selectIsTodayPending, snoozeSubmitted, type NeedRow } from '../../domains/today';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { paths } from '../../lib/paths';
import { Avatar } from '../../ui/Avatar';
import { Button, ButtonLink } from '../../ui/Button';
import { Name, T, useText } from '../../ui/text';
import { Card } from '../../ui/Page';
import { atText } from './NeedRow';
import { useNeedLink } from './useReturnPlace';
import styles from './Today.module.css';

/** A row that the user put off, with the way back. */
export const LaterRow = ({ row, now }: { row: NeedRow; now: number }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const link = useNeedLink(row);
  const isPending = useAppSelector(selectIsTodayPending(row.id));
  const { id, need, user } = row;
  const name = fullName(user);
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

const KINDS = ['decide', 'invite'] as const;

interface LapsedProps {
  lapsed: NeedsPayload['lapsed'];
  branchId: number | null;
}

/** What waited too long: a pile at the end, whose link leads to exactly those, to decide about them together. */
export const Lapsed = ({ lapsed, branchId }: LapsedProps) => {
  const shown = KINDS.filter((kind) => lapsed[kind] > 0);
  if (shown.length === 0) return null;
  const branch = branchId === null ? {} : { branchId };
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>
        <T id="today.lapsed.title" />
      </h2>
      <Card>
        <ul>
          {shown.map((kind) => (
            <li key={kind} className={styles.pile}>
              <T id={`today.lapsed.${kind}`} values={{ count: lapsed[kind] }} />
              <ButtonLink small to={paths.applications({ need: kind, needState: 'lapsed', ...branch })}>
                <T id={`today.lapsed.${kind}.action`} />
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};
