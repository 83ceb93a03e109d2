import { useParams } from 'react-router-dom';
import { picksBranch } from '../../domains/chat';
import type { SessionUser } from '../../domains/session';

interface InboxAddress {
  /** Whose inbox it is; null: none is named that this user may look into. */
  userId: number | null;
  threadId: number | null;
}

const idOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/**
 * What the address names: `/inbox/{threadId}` of one's own, `/inbox/{branchId}/{threadId}` of a branch. For root and HR the
 * first part is always a branch. Spec 2, point 2.
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
