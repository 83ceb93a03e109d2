import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../contract/constants/options';
import type { AppError } from '../errors';
import { asAppError } from '../http/errorHandler';
import { waitText } from '../messages';
import { sendDocument } from './document';
import { markup } from './markup';
import { publicTexts, type Say } from './texts';

/** Failures with texts of their own on each page. */
type OwnKind = 'missing' | 'foreign' | 'invalid';
export type FailureTexts = (language: Language) => Say<`${OwnKind}.title` | `${OwnKind}.text`>;

const OWN: Record<number, OwnKind> = { 403: 'foreign', 404: 'missing' };
const SHARED: Record<number, 'throttled' | 'failed'> = { 429: 'throttled', 500: 'failed', 503: 'failed' };

/** Answers failures with a page. Neither it nor the log names the address, which can be a key. */
export const answerFailure =
  (texts: FailureTexts) => (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    const known = asAppError(error);
    if (known && known.status < 500) request.log.warn({ key: known.key, status: known.status }, 'refused');
    else request.log.error({ err: error }, 'failed');
    const status = known?.status ?? 500;
    const { language } = request;
    const retryAfter = known?.options.retryAfter;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const shared = SHARED[status];
    const own = OWN[status] ?? 'invalid';
    const say = shared ? publicTexts(language) : texts(language);
    const kind = shared ?? own;
    const title = (say as Say<string>)(`${kind}.title`);
    const text = (say as Say<string>)(`${kind}.text`, { wait: waitText(retryAfter ?? 1, language) });
    const main = markup`<section><h1>${title}</h1><p>${text}</p></section>`;
    return sendDocument(reply, status, { language, title, main });
  };
