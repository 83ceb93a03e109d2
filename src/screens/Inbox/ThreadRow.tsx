import { memo } from 'react';
import { Link } from 'react-router-dom';
import { dayAt } from '../../../contract/zone';
import type { Thread } from '../../domains/chat';
import { formatDay, formatTime, shortWallTime } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { useDateLocale } from '../../ui/useDateLocale';
import { useNowEach } from '../../ui/ticker';
import { Name, T, useHasText, useText } from '../../ui/text';
import styles from './Inbox.module.css';

const PREVIEWS = {
  location: 'inbox.preview.location',
  appointment: 'inbox.preview.appointment',
  appointment_status: 'inbox.preview.appointmentStatus',
} as const;

type PreviewProps = Pick<Thread, 'lastMessage' | 'application'>;

const Preview = ({ lastMessage, application }: PreviewProps) => {
  const t = useText();
  const hasText = useHasText();
  const dateLocale = useDateLocale();
  if (!lastMessage) return <T id="inbox.preview.none" />;
  const { type, sender, body, appointment, reminder } = lastMessage;
  const when = appointment && shortWallTime(appointment.startAt, dateLocale);
  if (when) {
    const word = `appointments.status.${appointment.status}` as const;
    const status = t(hasText(word) ? word : 'inbox.preview.appointmentStatus');
    const values = { status, when, hasJob: application !== null, job: application?.jobTitle };
    return <T id="inbox.preview.event" values={values} />;
  }
  if (type === 'application') return <T id="inbox.preview.application" values={{ job: body }} />;
  if (type !== 'text') return <T id={PREVIEWS[type]} />;
  if (reminder) return <T id="inbox.preview.reminder" values={{ text: body }} />;
  return <span>{sender === 'employer' ? t('inbox.you', { text: body }) : body}</span>;
};

/** The time of a message from today, or the date of an older one. */
const When = ({ iso }: { iso: string }) => {
  const now = useNowEach(60);
  const { timeZone } = readSettings();
  const isToday = dayAt(Date.parse(iso), timeZone) === dayAt(now, timeZone);
  return (
    <time dateTime={iso} className={styles.when}>
      {isToday ? formatTime(iso) : formatDay(iso)}
    </time>
  );
};

interface ThreadRowProps {
  thread: Thread;
  to: string;
  isOpen: boolean;
}

export const ThreadRow = memo(({ thread, to, isOpen }: ThreadRowProps) => {
  const t = useText();
  const { user, lastMessage, lastMessageAt, nbUnreadMessage, isBlocked, application } = thread;
  const name = `${user.firstName} ${user.lastName}`;
  const unread = isOpen ? 0 : nbUnreadMessage;
  return (
    <li>
      <Link to={to} className={cx(styles.row, unread > 0 && styles.unread)} aria-current={isOpen ? 'true' : undefined}>
        <Avatar
          name={name}
          src={user.imageUrl}
          size={48}
          badge={unread}
          badgeLabel={t('inbox.unread', { count: unread })}
        />
        <span className={styles.who}>
          <span className={styles.name}>
            <Name className={styles.nameText}>{name}</Name>
            {/* The previews of other messages name the job. */}
            {lastMessage?.type === 'text' && application && <span className={styles.job}>{application.jobTitle}</span>}
            {isBlocked && <Icon name="block" size={16} />}
            {lastMessageAt && <When iso={lastMessageAt} />}
          </span>
          <span className={cx(styles.preview, lastMessage?.appointment && styles.event)}>
            <Preview lastMessage={lastMessage} application={application} />
          </span>
        </span>
      </Link>
    </li>
  );
});
ThreadRow.displayName = 'ThreadRow';
