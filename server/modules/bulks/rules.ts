import type { BulkAction } from '../../../contract/constants/bulks';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { refusalOf, refusalOfClosing, type DecidedApplication } from '../decisions';

/** The job queues of waiting bulk actions, and of the messages of such actions. */
export const BULKS_QUEUE = 'bulks';
export const BULK_MESSAGES_QUEUE = 'bulk-messages';

/**
 * Returns why an action leaves out each application, or null, in their order. `deletedOwners` are accounts that take
 * no messages any more. A worker with several applications at one account has one conversation there, and so gets a
 * message once. `isClosing`: the action belongs to the closing of a job, which spares interviews and offers.
 */
export const refusalsOf = (
  action: BulkAction,
  applications: readonly DecidedApplication[],
  { deletedOwners, isClosing }: { deletedOwners: ReadonlySet<number>; isClosing: boolean },
): (ErrorKey | null)[] => {
  const conversations = new Set<string>();
  return applications.map((application) => {
    const { userId, workerId } = application;
    if (action === 'message' && deletedOwners.has(userId)) return ERROR_KEYS.notFound;
    const refusal = refusalOf(action, application) ?? (isClosing ? refusalOfClosing(application.openStep) : null);
    if (refusal !== null || action !== 'message') return refusal;
    const sides = `${userId} ${workerId}`;
    if (conversations.has(sides)) return ERROR_KEYS.applicationAlready;
    conversations.add(sides);
    return null;
  });
};
