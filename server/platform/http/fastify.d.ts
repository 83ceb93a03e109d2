import type { Access } from '../../../contract/routes/defineRoute';
import type { Language } from '../../../contract/constants/options';
import type { AuthUser } from '../auth/tokens';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; null on public and gateway routes. */
    user: AuthUser | null;
    /** From `Accept-Language`. */
    language: Language;
  }
  interface FastifyContextConfig {
    access?: Access;
    routeId?: string;
    summary?: string;
    /** The rate limit of a route outside the contract: that of files, or none; by default the network's. */
    rate?: 'files' | 'none';
  }
}
