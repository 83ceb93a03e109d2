import type { Access } from '../../../contract/routes/defineRoute';
import type { Language } from '../../../contract/constants/options';
import type { AuthUser } from '../auth/authUser';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null on public and gateway routes. */
    user: AuthUser | null;
    /** From `Accept-Language`. */
    language: Language;
  }
  interface FastifyContextConfig {
    access?: Access;
    routeId?: string;
    summary?: string;
    /** The rate of a route outside the contract: that of files, or none; the network's if left out. */
    rate?: 'files' | 'none';
  }
}
