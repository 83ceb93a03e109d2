import { expect, type APIRequestContext } from '@playwright/test';

interface Message {
  id: number;
  channel: 'sms' | 'mail';
  to: string;
  subject: string | null;
  text: string;
}

/** Returns the messages to an email or a phone (its last digits), newest first, from the demo’s /dev/outbox. */
export const messagesTo = async (request: APIRequestContext, to: string): Promise<Message[]> => {
  const answer = await request.get('/dev/outbox', { headers: { accept: 'application/json' } });
  const { payload } = (await answer.json()) as { payload: Message[] };
  return payload.filter((message) => message.to.endsWith(to));
};

/** Waits for at least `count` messages and returns the newest. */
const newest = async (request: APIRequestContext, to: string, count: number): Promise<Message> => {
  await expect.poll(async () => (await messagesTo(request, to)).length).toBeGreaterThanOrEqual(count);
  return (await messagesTo(request, to))[0]!;
};

/** Returns the code of the newest SMS to this phone. */
export const codeSentTo = async (request: APIRequestContext, phone: string, count = 1): Promise<string> =>
  /\b\d{4}\b/.exec((await newest(request, phone, count)).text)?.[0] ?? '';

/** Returns the path of the link in the newest mail; its host depends on the deployment. */
export const linkMailedTo = async (request: APIRequestContext, email: string, count = 1): Promise<string> => {
  const link = /https?:\/\/[^\s"<>]+/.exec((await newest(request, email, count)).text)?.[0] ?? '';
  return new URL(link).pathname;
};
