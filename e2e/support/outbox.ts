import { expect, type APIRequestContext } from '@playwright/test';

interface Message {
  id: number;
  channel: 'sms' | 'mail';
  to: string;
  subject: string | null;
  text: string;
}

/** What left for an email or a phone (its last digits), the newest first; the demo shows it at /dev/outbox. */
export const messagesTo = async (request: APIRequestContext, to: string): Promise<Message[]> => {
  const answer = await request.get('/dev/outbox', { headers: { accept: 'application/json' } });
  const { payload } = (await answer.json()) as { payload: Message[] };
  return payload.filter((message) => message.to.endsWith(to));
};

/** The newest message to somebody, once there are at least `count`. */
const newest = async (request: APIRequestContext, to: string, count: number): Promise<Message> => {
  await expect.poll(async () => (await messagesTo(request, to)).length).toBeGreaterThanOrEqual(count);
  return (await messagesTo(request, to))[0]!;
};

/** The code of the newest SMS to a phone of ten digits. */
export const codeSentTo = async (request: APIRequestContext, phone: string, count = 1): Promise<string> =>
  /\b\d{4}\b/.exec((await newest(request, phone, count)).text)?.[0] ?? '';

/** The path of the link in the newest mail to an address; its host is that of the deployment. */
export const linkMailedTo = async (request: APIRequestContext, email: string, count = 1): Promise<string> => {
  const link = /https?:\/\/[^\s"<>]+/.exec((await newest(request, email, count)).text)?.[0] ?? '';
  return new URL(link).pathname;
};
