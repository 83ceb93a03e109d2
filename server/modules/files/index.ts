import type { FastifyInstance } from 'fastify';
import { avatarSvg, logoSvg, sceneSvg } from '../../platform/illustrations';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';

const KEY = /^(avatar|logo|scene|upload|cover)-([0-9a-f]{32})$/;
/** Images that are drawn from a seed in their name. */
const DRAWN: Partial<Record<string, (seed: string) => string>> = { avatar: avatarSvg, logo: logoSvg, scene: sceneSvg };
/** The only media types that the server serves for uploads, whatever the file store holds. */
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

/**
 * Registers the route of images with signatures that stay stable for a day: uploads, and the demo's portraits, logos
 * and covers, drawn from their names.
 */
export const registerFiles = (app: FastifyInstance, { files, fileStore }: Deps): void => {
  const options = { config: { rate: 'files' } } as const;
  app.get<{ Params: { key: string }; Querystring: SignedQuery }>('/files/:key', options, async (request, reply) => {
    const { key } = request.params;
    const { d, s } = request.query;
    const [, kind, seed] = KEY.exec(key) ?? [];
    if (!kind || !seed || typeof d !== 'string' || typeof s !== 'string' || !files.isSigned(key, d, s))
      throw notFound();
    const draw = DRAWN[kind];
    if (draw) return reply.headers(HEADERS).type('image/svg+xml').send(draw(seed));
    const file = await fileStore.get(key);
    if (!file || !SERVED.has(file.contentType)) throw notFound();
    return reply.headers(HEADERS).type(file.contentType).send(file.bytes);
  });
};
