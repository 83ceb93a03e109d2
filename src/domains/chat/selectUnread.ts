import type { InboxState } from './inboxSlice';

// Apart from the other selectors, because the menu shows the number before the rest of the chat has loaded.

/** Number of unread messages; 0 until the chat domain has loaded. */
export const selectUnread = (state: { inbox?: InboxState }): number => state.inbox?.unread ?? 0;
