import type { Sms } from '../../server/platform/outgoing/enqueue';
import { PermanentFailure } from '../../server/platform/ports/senders';
import { listTasks } from '../../server/tasks';
import type { TestServer } from './testServer';

/** Sends the waiting text messages to a provider that refuses those to a phone, given without its country code, for good. */
export const deliverRefusing = async ({ deps, pool, app }: TestServer, refused: string): Promise<void> => {
  const send = async () => undefined;
  const sms = async ({ phone }: Sms) => {
    if (phone.endsWith(refused)) throw new PermanentFailure('twilio 400 21610');
  };
  const senders = { sms, mail: send, push: send, keptChannels: new Set<never>(), close: send };
  const host = { pool, log: app.log, stopping: new AbortController().signal };
  const tasks = listTasks({ ...deps, senders }, host);
  await tasks.find(({ name }) => name === 'text-messages')!.run();
};
