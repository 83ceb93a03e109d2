import { dayAt } from '../../../contract/zone';
import type { Message, PendingMessage } from '../../domains/chat';

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
export interface MessageGroup {
  key: string;
  sender: Message['sender'];
  at: number;
  lines: Line[];
}

export interface Day {
  /** `YYYY-MM-DD` in the marketplace's zone. */
  day: string;
  groups: MessageGroup[];
}

const MINUTE = 60_000;

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
