import { useParams } from 'react-router-dom';
import { picksBranch } from '../../domains/chat';
import type { SessionUser } from '../../domains/session';

interface InboxAddress {
  /** The owner of the inbox; null if the address names none that this user may open. */
  userId: number | null;
  threadId: number | null;
}

const idOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/**
 * Reads the address: `/inbox/{threadId}` of the user's inbox, `/inbox/{branchId}/{threadId}` of a branch. For root and
 * HR staff the first part is always a branch: docs/PRODUCT.md#inbox.
 */
export const useInboxAddress = (user: SessionUser): InboxAddress => {
  const params = useParams();
  const threadId = idOf(params.threadId);
  if (params.branchId !== undefined) {
    const branchId = Number(params.branchId);
    return { userId: picksBranch(user) || branchId === user.id ? branchId : null, threadId };
  }
  return picksBranch(user) ? { userId: threadId, threadId: null } : { userId: user.id, threadId };
};
