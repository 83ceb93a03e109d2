export type { BranchInbox, Message, Thread } from '../../../contract/schemas/chat';
export type { BranchInboxesState } from './branchesSlice';
export type { ConversationPlace, ConversationState } from './conversationSlice';
export type { InboxQuery, InboxState } from './inboxSlice';
export type { OutboxEntry, OutboxState, SendingState } from './outboxSlice';
export type { PendingMessage } from './selectors';
export { branchesLeft, branchesOpened, branchInboxesReducer } from './branchesSlice';
export { conversationActions, conversationReducer } from './conversationSlice';
export { chatJoined, chatLeft, notificationsWanted, pushReceived, visibilityChanged } from './events';
export { inboxActions, inboxEndReached, inboxLeft, inboxOpened, inboxReducer } from './inboxSlice';
export { draftKeyOf, outboxActions, outboxReducer } from './outboxSlice';
export {
  inboxPath,
  mergeDraft,
  picksBranch,
  roomLeft,
  statusChange,
  toBody,
  toPoint,
  type StatusChange,
} from './rules';
export {
  hasUnsentOf,
  selectBranchInboxes,
  selectConversation,
  selectDraft,
  selectInbox,
  selectOutbox,
  selectPending,
  selectUnread,
} from './selectors';
export { chatSaga } from './saga';
