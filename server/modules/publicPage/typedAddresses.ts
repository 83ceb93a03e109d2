import type { FastifyInstance } from 'fastify';

/**
 * Returns the address of a page as it is linked: people type capital letters, which phones offer first, and a slash at the
 * end. Returns null for one that is right already.
 */
export const linkedAddress = (url: string): string | null => {
  const [path = '', ...query] = url.split('?');
  const [, page = '', rest = ''] = /^\/+p\/+([^/]+)(.*)$/i.exec(path) ?? [];
  // Programs that read JSON need not follow.
  if (page === '' || path.endsWith('.json')) return null;
  // The code of a draft is exact, the rest is not.
  const linked = `/p/${page.toLowerCase()}${rest.replace(/\/+/g, '/').replace(/\/$/, '')}`;
  return linked === path ? null : [linked, ...query].join('?');
};

/** Leads from the addresses that people type to those that are linked, which no route of its own has to match. */
export const registerTypedAddresses = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const linked = request.method === 'GET' || request.method === 'HEAD' ? linkedAddress(request.url) : null;
    if (linked !== null) await reply.redirect(linked, 301);
  });
};
