export type { BranchInbox, Message, Thread } from '../../../contract/schemas/chat';
export * from './branchesSlice';
export * from './conversationSlice';
export * from './events';
export * from './inboxSlice';
export * from './outboxSlice';
export * from './rules';
export * from './saga';
export * from './selectUnread';
