import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './etag';
import { sha256 } from '../sha256';

/** Seconds for which a client may use its copy without asking. */
const FRESH_SECONDS = 300;

/**
 * Returns a handler that sends the same JSON to every caller. The JSON is serialised once and carries a strong ETag; a
 * request that names the ETag gets a 304 without a body.
 */
export const constantAnswer = (value: unknown) => {
  const body = Buffer.from(JSON.stringify(value));
  const etag = `"${sha256(body).toString('base64url')}"`;
  const headers = { etag, 'cache-control': `public, max-age=${FRESH_SECONDS}` };
  return (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers(headers);
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, etag)) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  };
};
