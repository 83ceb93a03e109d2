import { createSelector } from '@reduxjs/toolkit';
import type { BranchInboxesState } from './branchesSlice';
import type { ConversationState } from './conversationSlice';
import type { InboxState } from './inboxSlice';
import { draftKeyOf, type OutboxEntry, type OutboxState, type SendingState } from './outboxSlice';

interface Root {
  inbox: InboxState;
  branchInboxes: BranchInboxesState;
  conversation: ConversationState;
  outbox: OutboxState;
}

export const selectInbox = (state: Pick<Root, 'inbox'>) => state.inbox;
export const selectBranchInboxes = (state: Pick<Root, 'branchInboxes'>) => state.branchInboxes;
export const selectConversation = (state: Pick<Root, 'conversation'>) => state.conversation;
export const selectOutbox = (state: Pick<Root, 'outbox'>) => state.outbox;

/** An unconfirmed message with its state. */
export interface PendingMessage extends OutboxEntry {
  sending: SendingState;
}

const WAITING: SendingState = { status: 'waiting' };
const SENDING: SendingState = { status: 'sending' };

/** A message without a state is about to be sent, unless a message before it waits. */
const withSending = (entries: readonly OutboxEntry[], sending: OutboxState['sending']): PendingMessage[] => {
  let isHeldUp = false;
  return entries.map((entry) => {
    const state = sending[entry.clientId] ?? (isHeldUp ? WAITING : SENDING);
    isHeldUp ||= state.status === 'waiting' || state.status === 'asked';
    return { ...entry, sending: state };
  });
};

/** Returns the user's unconfirmed messages of the open conversation, in order. */
export const selectPending = createSelector(
  [
    (state: Root) => state.outbox.entries,
    (state: Root) => state.outbox.sending,
    (state: Root) => state.conversation.thread?.id,
    (_state: Root, ownerId: number | undefined) => ownerId,
  ],
  (entries, sending, threadId, ownerId): PendingMessage[] =>
    withSending(
      entries.filter((entry) => entry.threadId === threadId && entry.ownerId === ownerId),
      sending,
    ),
);

export const selectDraft =
  (ownerId: number, threadId: number) =>
  (state: Pick<Root, 'outbox'>): string =>
    state.outbox.drafts[draftKeyOf(ownerId, threadId)] ?? '';

/** True while the user has unconfirmed messages or unsent drafts. */
export const hasUnsentOf =
  (userId: number | undefined) =>
  ({ outbox }: { outbox?: OutboxState }): boolean =>
    userId !== undefined &&
    outbox !== undefined &&
    (outbox.entries.some(({ ownerId }) => ownerId === userId) ||
      Object.keys(outbox.drafts).some((key) => key.startsWith(`${userId}/`)));
