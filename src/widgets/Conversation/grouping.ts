import { dayAt } from '../../../contract/zone';
import type { Message, PendingMessage } from '../../domains/chat';

/** A line of the conversation: a confirmed message or an unsent one. */
export interface Line {
  key: string;
  sender: Message['sender'];
  /** Milliseconds since 1970. */
  at: number;
  message: Message | null;
  pending: PendingMessage | null;
}

/** Lines of one sender within one minute. */
export interface Bundle {
  key: string;
  sender: Message['sender'];
  at: number;
  lines: Line[];
}

export interface Day {
  /** `YYYY-MM-DD` in the marketplace's zone. */
  day: string;
  bundles: Bundle[];
}

const MINUTE = 60_000;

/** True for lines without a sender, which are shown centred in a quiet colour. */
export const isQuiet = ({ sender, type }: Pick<Message, 'sender' | 'type'>): boolean =>
  sender === 'system' || type === 'appointment_status';

/** A message keeps its key when the server confirms it, so that it keeps its element. */
const linesOf = (messages: readonly Message[], pending: readonly PendingMessage[]): Line[] => [
  ...messages.map((message) => ({
    key: message.client_message_id ?? `m${message.id}`,
    sender: isQuiet(message) ? ('system' as const) : message.sender,
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

const belongs = (bundle: Bundle | undefined, line: Line): bundle is Bundle =>
  bundle !== undefined &&
  bundle.sender === line.sender &&
  Math.floor(bundle.at / MINUTE) === Math.floor(line.at / MINUTE);

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
      last = { day, bundles: [] };
      days.push(last);
    }
    const bundle = last.bundles.at(-1);
    if (belongs(bundle, line)) bundle.lines.push(line);
    else last.bundles.push({ key: line.key, sender: line.sender, at: line.at, lines: [line] });
  }
  return days;
};
