import type { GatewayMessage } from '../../../contract/schemas/gateway';
import type { Deps } from '../../platform/deps';
import { readAsWorker } from '../chat';
import { linksOf } from '../links';

type Message = Awaited<ReturnType<typeof readAsWorker>>[number];

/** Returns the application whose link to attach to a message: an invitation or a message of the system. */
const applicationOf = ({ type, sender, messagePayload: { applicationId } }: Message): number | null => {
  const hasLink = type === 'appointment' || (type === 'text' && sender === 'system');
  return hasLink && typeof applicationId === 'number' ? applicationId : null;
};

/**
 * Returns the messages of a worker's thread after a number and marks them as read. Invitations and news carry the worker's
 * link where products carry links. Throws 404 for another worker's thread.
 */
export const messagesOf = async (
  deps: Deps,
  threadId: number,
  workerId: number,
  after: number,
): Promise<GatewayMessage[]> => {
  const messages = await readAsWorker(deps, threadId, workerId, after);
  const applicationIds = messages.flatMap((message) => applicationOf(message) ?? []);
  const links = await linksOf(deps.db, deps, [...new Set(applicationIds)]);
  return messages.map((message) => {
    const workerLink = links.get(applicationOf(message) ?? 0);
    return { ...message, ...(workerLink !== undefined && { workerLink }) };
  });
};
