import { chatSaga, outboxActions } from '../../../../src/domains/chat';
import { ApiError, type HttpRequest } from '../../../../src/lib/http';
import type { RootState } from '../../../../src/store/rootReducer';
import { aUser } from '../../../support/builders';
import type { anEntry } from '../../../support/chat';
import { aMessage } from '../../../support/chat';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { aSignedInState, runWatcher } from '../../../support/testStore';

export const SEND = '/messages/send';

export const user = aUser({ id: 7 });

export interface Sent {
  client_message_id: string;
  body: string;
  message_status: number;
}
export const sentBody = (request: HttpRequest) => request.body as Sent;

/** Fakes a server that saves each message. */
export const keeping = () => {
  let number = 0;
  return fakeApi().on('PUT', SEND, (request) => {
    number += 1;
    const { client_message_id, body } = sentBody(request);
    return ok({ message: aMessage(number, { sender: 'employer', body, client_message_id }) });
  });
};

export const start = (api: FakeApi, entries: ReturnType<typeof anEntry>[] = []) => {
  const signedIn = aSignedInState(user);
  const state: RootState = { ...signedIn, outbox: { ...signedIn.outbox, entries } };
  const world = runWatcher(chatSaga, { api, state });
  const sent = () => api.callsOf('PUT', SEND).map((call) => sentBody(call).client_message_id);
  return { ...world, sent, outbox: () => world.state().outbox };
};

export const written = (body: string) =>
  outboxActions.messageSubmitted({
    clientId: 'random-id',
    ownerId: user.id,
    threadId: 5,
    userId: 7,
    workerId: 40,
    body,
  });

export const refusal = (type: string) =>
  new ApiError({ status: 400, key: type, payload: { error_type: type, error_text: `Text of ${type}` } });
