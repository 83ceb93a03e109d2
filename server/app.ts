import cors from '@fastify/cors';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { registerCommerce } from './modules/commerce';
import { registerPayment, releaseBasket } from './modules/payment';
import { registerProduct } from './modules/product';
import { registerAccount, endReusedSession } from './modules/account';
import { registerApplications } from './modules/applications';
import { registerAppointments } from './modules/appointments';
import { registerChat } from './modules/chat';
import { registerExports } from './modules/exports';
import { registerFiles } from './modules/files';
import { registerGateway } from './modules/gateway';
import { registerJobs } from './modules/jobs';
import { registerOperations } from './modules/operations';
import { registerOrganisation } from './modules/organisation';
import { registerReference } from './modules/reference';
import { registerSession } from './modules/session';
import { ERROR_KEYS } from '../contract/constants/errorKeys';
import { addGuard } from './platform/auth/guard';
import type { Deps } from './platform/deps';
import { AppError } from './platform/errors';
import { addAdmission } from './platform/flow/admission';
import { createRequestRates } from './platform/flow/requestRates';
import { answerClientError } from './platform/http/clientErrors';
import { addDashboard } from './platform/http/dashboard';
import { addErrorHandler, failure } from './platform/http/errorHandler';
import { addRequestContext, newRequestId } from './platform/http/requestContext';
import { addSecurityHeaders } from './platform/http/securityHeaders';
import { compileValidator } from './platform/http/validation';

/**
 * Longest body, in bytes: the fullest profile of a worker is some 110 kB, and a list in a list in a list … grows in memory
 * to thirty times its text.
 */
const BODY_LIMIT = 131_072;
/** Longest path and query, in characters; Node refuses headers over 16 kB by itself. */
const URL_LIMIT = 8_192;

const REQUEST_MS = 30_000;
const HEADERS_MS = 15_000;
const CHECK_MS = 5_000;
/** Longer than any answer takes to begin, and than the heartbeat of a stream of events. */
const SILENT_MS = 75_000;

export interface AppOptions {
  deps: Deps;
  logger?: FastifyBaseLogger;
  /** The folder of the built dashboard; without it only the API is served. */
  publicDir?: string;
  /** True once every migration is applied. */
  isMigrated?: () => Promise<boolean>;
}

/** The whole server but for listening: tests inject requests into it, `main.ts` listens. */
export const buildApp = async ({ deps, logger, publicDir, isMigrated }: AppOptions): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // One line of our own for each answer stands in for Fastify's two (platform/http/requestContext.ts).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // The nearest proxy's word alone: whoever calls can write what they like before it in X-Forwarded-For.
    trustProxy: deps.settings.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT,
    // The whole request, and its headers alone, counted from its first byte; who is late is found each few seconds.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    // A connection on which nothing moves: whoever does not read their answer holds it no longer than this.
    connectionTimeout: SILENT_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // What comes on an open connection while the server stops is still answered, and the connection ended then.
    return503OnClosing: false,
    // A parameter's length is its schema's to judge.
    routerOptions: { maxParamLength: URL_LIMIT },
    clientErrorHandler: answerClientError(deps),
    frameworkErrors: (_error, request, reply) => failure(deps, request, reply, new AppError(400, ERROR_KEYS.invalid)),
  });
  // The contract speaks JSON alone; anything else is a 415.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(compileValidator);
  addRequestContext(app, { urlLimit: URL_LIMIT, tagsStatements: deps.settings.tagsStatements });
  addSecurityHeaders(app, deps.settings);
  addErrorHandler(app, deps);
  if (deps.settings.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: deps.settings.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['X-Request-Id', 'Content-Disposition', 'Retry-After', 'ETag'],
    });
  }
  addAdmission(app, deps.pool);
  addGuard(app, deps, {
    rates: createRequestRates(deps, deps.settings),
    onReuse: (reuse, requestId) => endReusedSession(deps, reuse, requestId),
  });
  // From left to right: a module imports only modules that stand above it here.
  registerReference(app, deps);
  registerSession(app, deps);
  registerProduct(app, deps);
  registerCommerce(app, { ...deps, releaseBasket });
  registerPayment(app, deps);
  registerAccount(app, deps);
  registerOrganisation(app, deps);
  registerJobs(app, deps);
  registerChat(app, deps);
  registerAppointments(app, deps);
  registerApplications(app, deps);
  registerExports(app, deps);
  registerFiles(app, deps);
  registerGateway(app, deps);
  registerOperations(app, deps, isMigrated);
  // After the last answer: what is at work until then belongs to a server that lives.
  app.addHook('onClose', () => deps.presence.close());
  if (publicDir) await addDashboard(app, deps, publicDir);
  return app;
};
