import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../contract/constants/options';
import { sendDocument } from './document';
import { markup } from './markup';
import { sayIn } from './texts';

const KINDS: Record<number, 'missing' | 'foreign' | 'throttled' | 'failed'> = {
  403: 'foreign',
  404: 'missing',
  429: 'throttled',
  500: 'failed',
  503: 'failed',
};

const waitText = (seconds: number, language: Language): string => {
  const format = new Intl.RelativeTimeFormat(language);
  return seconds <= 90 ? format.format(Math.ceil(seconds), 'second') : format.format(Math.ceil(seconds / 60), 'minute');
};

interface Failure {
  status: number;
  language: Language;
  /** Seconds after which a retry makes sense. */
  retryAfter: number | undefined;
}

/** Sends the page of a failure. It says nothing about the link, so that every dead link gets the same page. */
export const sendFailure = (reply: FastifyReply, { status, language, retryAfter }: Failure) => {
  const say = sayIn(language);
  const kind = KINDS[status] ?? 'invalid';
  const title = say(`${kind}.title`);
  const wait = waitText(retryAfter ?? 1, language);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  const main = markup`<section><h1>${title}</h1><p>${say(`${kind}.text`, { wait })}</p></section>`;
  return sendDocument(reply, status, { language, title, main });
};
