import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import { LocationText } from '../../../contract/schemas/common';
import type { Message, SendBody } from '../../../contract/schemas/chat';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Deps } from '../../platform/deps';
import { AppError, invalid, notFound } from '../../platform/errors';
import { matches } from '../../platform/http/validation';
import { parsePoint } from '../../platform/geo';
import { inChange } from '../../platform/change';
import { isNight, isSteering } from './contentCheck';
import { findSent, isApplicant } from './conversationRepository';
import { presentMessage } from './presenter';
import { appendMessage } from './service';
import { sideOf } from './sideRepository';

/** What is stored of a body: the trimmed text, or the place. 400 on `body` for one that is too long or no place. */
const bodyOf = ({ type, body }: SendBody): string => {
  const text = body.trim();
  if (text.length > MESSAGE_MAX)
    throw new AppError(400, ERROR_KEYS.fieldTooLong, { children: { body: { errors: [ERROR_KEYS.fieldTooLong] } } });
  if (type === 'text') return text;
  if (!matches(LocationText, text)) throw invalid({ body: ERROR_KEYS.fieldInvalid });
  parsePoint(text, 'body');
  return text;
};

/**
 * Refuses a text that leads to an outside app unless it is sent anyway (`message_status` 1 or 2), then anything in the
 * worker's night unless that is known too (2). Spec 2, point 8; API contract, section 8.
 */
const checkContent = ({ clock, settings }: Deps, { type, message_status }: SendBody, text: string): void => {
  if (message_status < 1 && type === 'text' && isSteering(text))
    throw new AppError(400, ERROR_KEYS.improperMessage, { errorType: ERROR_KEYS.improperMessage });
  if (message_status < 2 && isNight(clock.now(), settings.timeZone))
    throw new AppError(400, ERROR_KEYS.sleepMode, { errorType: ERROR_KEYS.sleepMode });
};

/**
 * Sends a message to a worker. The same client id of the same conversation answers the first message again, whatever
 * the hour has become. 400 by the content check, 404 for an inbox or a worker that is not the caller's, 409 blocked.
 */
export const sendMessage = async (deps: Deps, user: AuthUser, requestId: string, body: SendBody): Promise<Message> => {
  const text = bodyOf(body);
  const { recipient_id: workerId, client_message_id: clientMessageId, type } = body;
  const side = await sideOf(deps.db, user, body.user_id);
  const sent = await findSent(deps.db, { userId: side.id, workerId, clientMessageId });
  if (sent) return presentMessage(sent, { workerId });
  checkContent(deps, body, text);
  return inChange(deps, async (change) => {
    const { trx, clock } = change;
    if (side.isDeleted || !(await isApplicant(trx, user.organisationId, workerId))) throw notFound();
    const { thread, message, isNew } = await appendMessage(
      change,
      { userId: side.id, workerId },
      { sender: 'employer', senderUserId: user.id, type, body: text, clientMessageId },
    );
    const subject = { subjectType: 'message', subjectId: message.id, details: { threadId: thread.id } };
    if (isNew) await audit(trx, clock, { kind: 'user', user, requestId }, { action: 'message.sent', ...subject });
    return presentMessage(message, thread);
  });
};
