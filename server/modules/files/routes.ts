import type { FastifyInstance } from 'fastify';
import { avatarSvg, logoSvg } from '../../demo/avatar';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';

const KEY = /^(avatar|logo)-([0-9a-f]{32})$/;
const DAY_SECONDS = 86_400;

interface SignedQuery {
  d?: unknown;
  s?: unknown;
}

/** Images behind day-stable signatures; the demo world's portraits and marks are drawn from their names. */
export const registerFiles = (app: FastifyInstance, { files }: Deps): void => {
  app.get<{ Params: { key: string }; Querystring: SignedQuery }>('/files/:key', async (request, reply) => {
    const { key } = request.params;
    const { d, s } = request.query;
    const [, kind, seed] = KEY.exec(key) ?? [];
    if (!kind || !seed || typeof d !== 'string' || typeof s !== 'string' || !files.isSigned(key, d, s))
      throw notFound();
    return reply
      .headers({
        'cache-control': `private, max-age=${DAY_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      })
      .type('image/svg+xml')
      .send(kind === 'avatar' ? avatarSvg(seed) : logoSvg(seed));
  });
};
