import { useMemo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { dayAt } from '../../../contract/zone';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { dayText } from '../../../contract/constants/text';
import { DAY, HOUR, MINUTE } from '../../../contract/constants/time';
import { type Message, type PendingMessage, outboxActions, selectConversation } from '../../domains/chat';
import { formatDay, formatTime, whenValues } from '../../lib/dates';
import { useAppDispatch, useFields } from '../../store/hooks';
import { readSettings } from '../../lib/settings';
import { useNowEach } from '../../ui/ticker';
import { FailureText, keepFocus, RetryButton } from '../../ui/State';
import { T, Name, useText } from '../../ui/text';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { ProgressLine } from '../../ui/ProgressLine';
import { MessageBody, useLocationNames } from './MessageBody';
import { useScrolling } from './useScrolling';
import styles from './MessageList.module.css';

/** A line of the conversation: a confirmed message or an unsent one. */
interface Line {
  key: string;
  sender: Message['sender'];
  /** Milliseconds since 1970. */
  at: number;
  message: Message | null;
  pending: PendingMessage | null;
}

/** Lines of one sender within one minute. */
interface MessageGroup {
  key: string;
  sender: Message['sender'];
  at: number;
  lines: Line[];
}

interface Day {
  /** `YYYY-MM-DD` in the marketplace's zone. */
  day: string;
  groups: MessageGroup[];
}

/** True for lines without a sender, which are shown centred in a quiet colour. */
const isSystemMessage = ({ sender, type }: Pick<Message, 'sender' | 'type'>): boolean =>
  sender === 'system' || type === 'appointment_status';

/** A message keeps its key when the server confirms it, so that it keeps its element. */
const linesOf = (messages: readonly Message[], pending: readonly PendingMessage[]): Line[] => [
  ...messages.map((message) => ({
    key: message.client_message_id ?? `m${message.id}`,
    sender: isSystemMessage(message) ? ('system' as const) : message.sender,
    at: Date.parse(message.date),
    message,
    pending: null,
  })),
  ...pending.map((one) => ({
    key: one.clientId,
    sender: 'employer' as const,
    at: one.writtenAt,
    message: null,
    pending: one,
  })),
];

const belongsTo = (group: MessageGroup | undefined, line: Line): group is MessageGroup =>
  group !== undefined && group.sender === line.sender && Math.floor(group.at / MINUTE) === Math.floor(line.at / MINUTE);

/** Groups messages by day and minute, with unsent messages at the end. */
export const groupLines = (
  messages: readonly Message[],
  pending: readonly PendingMessage[],
  timeZone: string,
): Day[] => {
  const days: Day[] = [];
  for (const line of linesOf(messages, pending)) {
    const day = dayAt(line.at, timeZone);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, groups: [] };
      days.push(last);
    }
    const group = last.groups.at(-1);
    if (belongsTo(group, line)) group.lines.push(line);
    else last.groups.push({ key: line.key, sender: line.sender, at: line.at, lines: [line] });
  }
  return days;
};

/** Labels update every ten seconds: docs/PRODUCT.md#conversation. */
const STEP = 10;

/** Shows a time relative to now, and on paper, which is read later, the time itself. */
const Relative = ({ text, printed }: { text: ReactNode; printed: string }) => (
  <>
    <span className="no-print">{text}</span>
    <span className="only-print">{printed}</span>
  </>
);

interface TimeLabelProps {
  /** Milliseconds since 1970. */
  at: number;
  className?: string;
}

/** Shows how long ago a time was within the last hour, and before that the time of day in the marketplace's zone. */
const TimeLabel = ({ at, className }: TimeLabelProps) => {
  const t = useText();
  const intl = useIntl();
  const now = useNowEach(STEP);
  const iso = new Date(at).toISOString();
  const age = now - at;
  const isFresh = age < HOUR && age > -MINUTE;
  const minutes = Math.max(0, Math.floor(age / MINUTE));
  const freshText = () =>
    minutes === 0 ? t('conversation.justNow') : intl.formatRelativeTime(-minutes, 'minute', { style: 'short' });
  return (
    <time dateTime={iso} title={`${formatDay(iso)} ${formatTime(iso)}`} className={className}>
      {isFresh ? <Relative text={freshText()} printed={formatTime(iso)} /> : formatTime(iso)}
    </time>
  );
};

/** The status of an unsent message, and buttons that retry or discard it. */
const PendingStatus = ({ pending: { clientId, sending } }: { pending: PendingMessage }) => {
  const dispatch = useAppDispatch();
  if (sending.status === 'sending' || sending.status === 'asked') {
    return <T className={styles.status} id="conversation.sending" />;
  }
  const isRefused = sending.status === 'refused';
  // Another try would fail too. The text returns to the box, which is there again after the user unblocks the worker.
  const isBlocked = isRefused && sending.failure.key === ERROR_KEYS.threadBlocked;
  return (
    <span className={isRefused ? styles.failed : styles.status} role="status">
      <T id={isRefused ? 'conversation.refused' : 'conversation.waiting'} />{' '}
      {isRefused && <FailureText failure={sending.failure} />}
      {!isBlocked && (
        <button
          ref={keepFocus}
          type="button"
          className={styles.act}
          onClick={() => dispatch(outboxActions.retried({ clientId }))}
        >
          <T id="conversation.retry" />
        </button>
      )}
      <button type="button" className={styles.act} onClick={() => dispatch(outboxActions.takenBack({ clientId }))}>
        <T id="conversation.takeBack" />
      </button>
    </span>
  );
};

/**
 * Returns what the text message about a message is about; null without one. A newer text about the same replaces it. An
 * invitation has the appointment's id itself; what follows names it. A first day has none.
 */
const topicOf = ({ sender, messagePayload }: Message): string | null => {
  const { id, appointmentId = id, applicationId, linkSent, notTold } = messagePayload;
  if (sender === 'worker') return null;
  if (appointmentId !== undefined) return `appointment ${String(appointmentId)}`;
  return applicationId !== undefined && (linkSent === true || notTold === true) ? `day ${String(applicationId)}` : null;
};

/** Says when the text message with the link was or will be sent; nothing when another replaced it before. */
const LinkStatus = ({ message }: { message: Message }) => {
  const t = useText();
  const now = useNowEach(STEP);
  const { messages } = useFields(selectConversation, 'messages');
  const { linkAt } = message.messagePayload;
  const topic = topicOf(message);
  if (typeof linkAt !== 'string') return <T className={styles.status} id="conversation.linkSent" />;
  const isReplaced = messages.some(
    (other) => other.id > message.id && topicOf(other) === topic && Date.parse(other.date) < Date.parse(linkAt),
  );
  if (isReplaced) return null;
  if (Date.parse(linkAt) <= now) return <T className={styles.status} id="conversation.linkSent" />;
  const values = whenValues(linkAt, now);
  const text = <T id="conversation.linkLater" values={values} />;
  const printed = t('conversation.linkLater', { ...values, day: 'other' });
  return (
    <span className={styles.status}>{values.day === 'other' ? text : <Relative text={text} printed={printed} />}</span>
  );
};

/** Says that a message was sent, unless its link still waits for the morning or nobody could be told of it. */
const SentStatus = ({ message: { messagePayload } }: { message: Message }) => {
  const now = useNowEach(STEP);
  const { thread } = useFields(selectConversation, 'thread');
  const { linkAt, notTold } = messagePayload;
  // A worker with a product has had a notice there.
  const isWaiting = thread?.reach === 'sms' && typeof linkAt === 'string' && Date.parse(linkAt) > now;
  return isWaiting || notTold === true ? null : <T className={styles.status} id="conversation.sent" />;
};

/** Some browsers let keys scroll only elements that can have the focus. */
const SCROLLED = { tabIndex: 0 };

const DayLabel = ({ day }: { day: string }) => {
  const now = useNowEach(STEP);
  const { timeZone } = readSettings();
  const id =
    day === dayAt(now, timeZone)
      ? 'conversation.today'
      : day === dayAt(now - DAY, timeZone)
        ? 'conversation.yesterday'
        : undefined;
  return (
    <h3 className={styles.day}>
      {id === undefined ? dayText(day) : <Relative text={<T id={id} />} printed={dayText(day)} />}
    </h3>
  );
};

interface MessageGroupProps {
  group: MessageGroup;
  name: string;
  /** The user's last message that the server has confirmed; only this one shows its status. */
  lastSent: string | undefined;
}

const MessageGroupLines = ({ group: { sender, at, lines }, name, lastSent }: MessageGroupProps) => (
  <li className={cx(styles.bundle, styles[sender])}>
    {sender !== 'system' && (
      <span className={styles.by}>
        <span className="visually-hidden">
          {sender === 'employer' ? <T id="conversation.you" /> : <Name>{name}</Name>}{' '}
        </span>
        <TimeLabel at={at} />
      </span>
    )}
    {lines.map(({ key, message, pending }) => (
      <span key={key} className={styles.line} data-pending={pending ? pending.sending.status : undefined}>
        <span className={sender === 'system' ? styles.note : styles.bubble}>
          {message ? <MessageBody message={message} /> : pending?.body}
        </span>
        {message?.messagePayload.linkSent === true && <LinkStatus message={message} />}
        {message?.messagePayload.notTold === true && <T className={styles.status} id="conversation.notTold" />}
        {pending && <PendingStatus pending={pending} />}
        {message && key === lastSent && <SentStatus message={message} />}
      </span>
    ))}
    {sender === 'system' && <TimeLabel at={at} className={styles.status} />}
  </li>
);

interface MessageListProps {
  pending: readonly PendingMessage[];
  name: string;
  isBlocked: boolean;
  onOlder: () => void;
}

/** The messages, with the newest visible at the bottom. Scrolling up loads older ones. */
export const MessageList = ({ pending, name, isBlocked, onOlder }: MessageListProps) => {
  const t = useText();
  const { messages, hasOlder, older } = useFields(selectConversation, 'messages', 'hasOlder', 'older');
  const days = useMemo(() => groupLines(messages, pending, readSettings().timeZone), [messages, pending]);
  useLocationNames(messages);
  const lines = days.flatMap(({ groups }) => groups.flatMap((group) => group.lines));
  const last = lines.at(-1);
  const lastSent = last?.sender === 'employer' && last.message ? last.key : undefined;
  const { list, hasNewMessages, onScroll, toEnd } = useScrolling({
    first: lines[0]?.key,
    last: last?.key,
    // What the employer did with an appointment is a line without a sender.
    isOwn: (last?.message ?? last)?.sender === 'employer',
    canReadOn: hasOlder && older.status !== 'loading' && older.status !== 'failed',
    onOlder,
  });
  return (
    <div className={styles.middle}>
      {older.status === 'loading' && <ProgressLine />}
      <div
        ref={list}
        className={styles.messages}
        role="log"
        aria-label={t('conversation.messages')}
        {...SCROLLED}
        onScroll={onScroll}
      >
        <div>
          {older.status === 'failed' && (
            <p className={styles.older}>
              <T id="conversation.older.failed" /> <RetryButton small onClick={onOlder} />
            </p>
          )}
          {days.length === 0 && !isBlocked && <T as="p" className={styles.empty} id="conversation.empty" />}
          {days.map(({ day, groups }) => (
            <section key={day} className={styles.oneDay}>
              <DayLabel day={day} />
              <ol className="stack gap-16">
                {groups.map((group) => (
                  <MessageGroupLines key={group.key} group={group} name={name} lastSent={lastSent} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
      {hasNewMessages && (
        <Button small icon="sortDown" className={styles.newer} onClick={toEnd} textId="conversation.newer" />
      )}
    </div>
  );
};
