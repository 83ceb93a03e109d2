import { useMemo } from 'react';
import { dayAt } from '../../../contract/zone';
import { dayText } from '../../../contract/constants/text';
import { selectConversation, type PendingMessage } from '../../domains/chat';
import { readSettings } from '../../lib/settings';
import { useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { ProgressLine } from '../../ui/ProgressLine';
import { Name, T, useText } from '../../ui/text';
import { useNowEach } from '../../ui/ticker';
import { groupLines, type MessageGroup } from './grouping';
import { MessageBody } from './MessageBody';
import { PendingStatus } from './PendingStatus';
import { TimeLabel } from './TimeLabel';
import { useMapLabels } from './useMapLabels';
import { useScrolling } from './useScrolling';
import styles from './MessageList.module.css';

const DAY = 86_400_000;

/** Some browsers let keys scroll only elements that can have the focus. */
const SCROLLED = { tabIndex: 0 };

const DayLabel = ({ day }: { day: string }) => {
  const now = useNowEach(10);
  const { timeZone } = readSettings();
  const text =
    day === dayAt(now, timeZone) ? (
      <T id="conversation.today" />
    ) : day === dayAt(now - DAY, timeZone) ? (
      <T id="conversation.yesterday" />
    ) : (
      dayText(day)
    );
  return <h3 className={styles.day}>{text}</h3>;
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
        {message?.messagePayload.linkSent === true && (
          <span className={styles.status}>
            <T id="conversation.linkSent" />
          </span>
        )}
        {message?.messagePayload.notTold === true && (
          <span className={styles.status}>
            <T id="conversation.notTold" />
          </span>
        )}
        {pending && <PendingStatus pending={pending} />}
        {key === lastSent && (
          <span className={styles.status}>
            <T id="conversation.sent" />
          </span>
        )}
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
  useMapLabels(messages);
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
              <T id="conversation.older.failed" />{' '}
              <Button small onClick={onOlder}>
                <T id="ui.retry" />
              </Button>
            </p>
          )}
          {days.length === 0 && !isBlocked && (
            <p className={styles.empty}>
              <T id="conversation.empty" />
            </p>
          )}
          {days.map(({ day, groups }) => (
            <section key={day} className={styles.oneDay}>
              <DayLabel day={day} />
              <ol className={styles.bundles}>
                {groups.map((group) => (
                  <MessageGroupLines key={group.key} group={group} name={name} lastSent={lastSent} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
      {hasNewMessages && (
        <Button small icon="sortDown" className={styles.newer} onClick={toEnd}>
          <T id="conversation.newer" />
        </Button>
      )}
    </div>
  );
};
