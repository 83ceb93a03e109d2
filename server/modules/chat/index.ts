import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import * as contract from '../../../contract/routes/chat';
import { sessionOf } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { changeBlock, deleteThread, sendMessage } from './service';
import { readConversation, checkThread, getAllInbox, getInbox } from './conversationService';

export * from './contentCheck';
export * from './repository';
export * from './service';

/** Browsers may store the response but must revalidate it each time. */
const CACHE = { 'cache-control': 'private, no-cache' };

export const registerChat = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getInbox, ({ user, query }) => getInbox(deps, user, query));

  route(app, contract.getAllInbox, async ({ user }) => ({ payload: await getAllInbox(deps, user) }));

  route(app, contract.checkThread, async ({ user, requestId, body }) => ({
    payload: { thread: await checkThread(deps, user, requestId, body) },
  }));

  route(app, contract.getConversation, async ({ user, requestId, params, query, request }) => {
    const known = request.headers['if-none-match'];
    const { threadId } = params;
    const { etag, payload } = await readConversation(deps, { user, requestId, threadId, query, known });
    const headers = { ...CACHE, etag };
    return payload ? { payload, headers } : { status: 304, headers };
  });

  route(app, contract.sendMessage, async ({ user, requestId, body }) => ({
    payload: { message: await sendMessage(deps, user, requestId, body) },
  }));

  for (const [record, isBlocked] of [
    [contract.blockByThread, true],
    [contract.unblockByThread, false],
  ] as const)
    route(app, record, ({ user, requestId, params }) =>
      changeBlock(deps, { user, requestId, threadId: params.threadId }, isBlocked),
    );

  for (const removal of [contract.getThreadDelete, contract.deleteThread])
    route(app, removal, ({ user, requestId, params }) =>
      deleteThread(deps, { user, requestId, threadId: params.threadId }),
    );

  route(app, contract.streamEvents, async ({ request, query: { since } }) => ({
    stream: await deps.live.open(sessionOf(request), since),
    type: MEDIA_TYPES.events,
  }));
  // An open event stream would keep the server from stopping.
  app.addHook('preClose', () => deps.live.close());
};
