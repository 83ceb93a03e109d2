import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import { forbidden } from '../errors';

/**
 * Throws 403 for a form that another site sent, so that no site uses a token that it learned. Our pages send no
 * referrer, so browsers write their origin as `null`.
 */
export const requireOwnPage = ({ headers }: FastifyRequest, { settings }: Pick<Deps, 'settings'>): void => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw forbidden();
    return;
  }
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null' && origin !== new URL(settings.publicUrl).origin) throw forbidden();
};
