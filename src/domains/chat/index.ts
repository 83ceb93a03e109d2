export type { BranchInbox, Message, Thread } from '../../../contract/schemas/chat';
export type { ConversationPlace } from './conversationSlice';
export type { InboxQuery } from './inboxSlice';
export type { OutboxEntry, OutboxState } from './outboxSlice';
export type { PendingMessage } from './selectors';
export { branchesLeft, branchesOpened, branchInboxesReducer } from './branchesSlice';
export { conversationActions, conversationReducer } from './conversationSlice';
export { chatJoined, chatLeft, notificationsWanted, pushReceived, visibilityChanged } from './events';
export { inboxEndReached, inboxLeft, inboxOpened, inboxReducer } from './inboxSlice';
export { draftKeyOf, outboxActions, outboxReducer } from './outboxSlice';
export { inboxPath, mergeDraft, picksBranch, roomLeft, statusChange, toBody, toPoint } from './rules';
export {
  hasUnsentOf,
  selectBranchInboxes,
  selectConversation,
  selectDraft,
  selectInbox,
  selectPending,
} from './selectors';
export { selectUnread } from './selectUnread';
export { chatSaga } from './saga';
