import type { FastifyInstance } from 'fastify';
import { avatarSvg, logoSvg } from '../../demo/avatar';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';

const KEY = /^(avatar|logo|upload|cover)-([0-9a-f]{32})$/;
/** What uploads may be served as, whatever lies beside them. */
const SERVED = new Set(['image/jpeg']);
const DAY_SECONDS = 86_400;

interface SignedQuery {
  d?: unknown;
  s?: unknown;
}

const HEADERS = {
  'cache-control': `private, max-age=${DAY_SECONDS}, immutable`,
  'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
};

/** Images behind day-stable signatures: uploads, and the demo world's portraits and marks, drawn from their names. */
export const registerFiles = (app: FastifyInstance, { files, fileStore }: Deps): void => {
  app.get<{ Params: { key: string }; Querystring: SignedQuery }>('/files/:key', async (request, reply) => {
    const { key } = request.params;
    const { d, s } = request.query;
    const [, kind, seed] = KEY.exec(key) ?? [];
    if (!kind || !seed || typeof d !== 'string' || typeof s !== 'string' || !files.isSigned(key, d, s))
      throw notFound();
    if (kind === 'avatar' || kind === 'logo') {
      const drawn = kind === 'avatar' ? avatarSvg(seed) : logoSvg(seed);
      return reply.headers(HEADERS).type('image/svg+xml').send(drawn);
    }
    const file = await fileStore.get(key);
    if (!file || !SERVED.has(file.contentType)) throw notFound();
    return reply.headers(HEADERS).type(file.contentType).send(file.bytes);
  });
};
