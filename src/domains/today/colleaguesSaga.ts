import { put } from 'redux-saga/effects';
import { fullName } from '../../../contract/constants/text';
import { NEED_KINDS } from '../../../contract/constants/need';
import type { HistoryEntry } from '../../../contract/schemas/history';
import type { Api } from '../../lib/api';
import { selectUser, type SessionUser } from '../session';
import { callApi, notify, read, type Step } from '../kit/effects';
import type { Notice } from '../kit/ports';
import { getHistory, getNewest, getThreads } from './api';
import type { NeedRow } from './rules';
import { selectToday, todayActions } from './slice';

/** Rows that say who took them away; more at once are a bulk action, which has its own report. */
const MAX_ANNOUNCED = 3;

/** Employers whose last messages are read at once, and the rows that show them. */
const MAX_EMPLOYERS = 5;
const MAX_MESSAGES = 20;

/** Entries of the history that decide what an application waits for. */
const TURNS: readonly HistoryEntry['action'][] = [
  'application.declined',
  'application.reopened',
  'application.rejected',
  'application.accepted',
  'application.shortlisted',
  'application.unshortlisted',
  'application.settled',
];

/** The kinds of need that each entry ends, and how the page says so. */
const ENDINGS = {
  'application.declined': { id: 'today.gone.declined', kinds: NEED_KINDS },
  'application.shortlisted': { id: 'today.gone.shortlisted', kinds: ['decide'] },
  'application.settled': { id: 'today.gone.settled', kinds: ['answer'] },
} as const;

const isEnding = (action: string): action is keyof typeof ENDINGS => action in ENDINGS;

/** Returns who decided or answered, as far as the server says it; null when it was this user or nobody. */
const goneBy = async (api: Api, row: NeedRow, user: SessionUser): Promise<Notice | null> => {
  const name = fullName(row.user);
  const { kind } = row.need;
  const history = await getHistory(api, row.id);
  const entry = history.find(({ action }) => TURNS.includes(action));
  const ending = entry && isEnding(entry.action) ? ENDINGS[entry.action] : null;
  const isDecided = ending !== null && ending.kinds.some((one) => one === kind);
  if (kind === 'answer' && entry?.action !== 'application.declined') {
    const newest = await getNewest(api, { userId: row.job.userId, workerId: row.user.id });
    if (newest?.sender === 'employer') {
      if (newest.senderId === user.id) return null;
      const by = newest.senderId === row.job.userId ? row.job.companyName : newest.senderName;
      return by
        ? { id: 'today.gone.answeredBy', values: { name, by }, kind: 'info' }
        : { id: 'today.gone.answered', values: { name }, kind: 'info' };
    }
    // The decision ended an earlier message; this one still waits.
    if (newest && entry && Date.parse(entry.at) < Date.parse(newest.date)) return null;
  }
  // Without an id it may be this user.
  if (!isDecided || !entry?.actorId || entry.actorId === user.id || entry.actorName === null) return null;
  return { id: ending.id, values: { name, by: entry.actorName }, kind: 'info' };
};

/** Says which colleague took rows off the open page. A failure says nothing: the rows are gone either way. */
export function* announceGone(gone: readonly NeedRow[]): Step<void> {
  const user = yield* read(selectUser);
  if (!user || gone.length > MAX_ANNOUNCED) return;
  for (const row of gone)
    try {
      const notice = yield* callApi((api) => goneBy(api, row, user));
      if (notice) yield* notify(notice);
    } catch {
      // Nothing to say about an application that cannot be read.
    }
}

/** Loads the last messages of the workers who wait for an answer. A failure shows the rows without them. */
export function* showLastMessages(): Step<void> {
  const { rows } = yield* read(selectToday);
  const asking = rows.filter(({ need }) => need.kind === 'answer').slice(0, MAX_MESSAGES);
  const employers = [...new Set(asking.map(({ job }) => job.userId))].slice(0, MAX_EMPLOYERS);
  if (employers.length === 0) return;
  try {
    const inboxes = yield* callApi((api) => Promise.all(employers.map((id) => getThreads(api, id))));
    const texts = inboxes.flat().flatMap(({ userId, user, lastMessage }) => {
      const isText = lastMessage?.sender === 'worker' && lastMessage.type === 'text' && lastMessage.body !== null;
      return isText ? [[`${userId}-${user.id}`, lastMessage.body] as const] : [];
    });
    yield put(todayActions.lastMessagesLoaded(Object.fromEntries(texts) as Record<string, string>));
  } catch {
    // The rows lead to the conversation.
  }
}
