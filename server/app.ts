import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { registerCommerce } from './modules/commerce';
import { registerPayment, releaseBasket } from './modules/payment';
import { registerProduct } from './modules/product';
import { registerAccount, endReusedSession } from './modules/account';
import { registerApplications, withDeclinedRow } from './modules/applications';
import { registerAppointments } from './modules/appointments';
import { answerRemaining, registerBulks } from './modules/bulks';
import { registerChat } from './modules/chat';
import { registerCovers } from './modules/covers';
import { registerDecisions } from './modules/decisions';
import { registerPublicPage } from './modules/publicPage';
import { registerExports } from './modules/exports';
import { registerFiles } from './modules/files';
import { registerGateway } from './modules/gateway';
import { registerHires } from './modules/hires';
import { registerJobs } from './modules/jobs';
import { registerOperations } from './modules/operations';
import { registerOrganisation } from './modules/organisation';
import { registerPrivacy } from './modules/privacy';
import { registerReference } from './modules/reference';
import { registerSearch } from './modules/search';
import { registerSession } from './modules/session';
import { registerToday } from './modules/today';
import { registerViews } from './modules/views';
import { registerWorkerPage } from './modules/workerPage';
import { ERROR_KEYS } from '../contract/constants/errorKeys';
import { addGuard } from './platform/auth/guard';
import type { Deps } from './platform/deps';
import { AppError } from './platform/errors';
import { addAdmission } from './platform/flow/fairQueue';
import { createRequestRates } from './platform/limiter';
import { answerClientError, addRequestContext } from './platform/http/requestContext';
import { addDashboard } from './platform/http/dashboard';
import { addErrorHandler, failure } from './platform/http/errorHandler';
import { addSecurityHeaders, compressReplies } from './platform/http/headers';
import { compileSerializer, compileValidator } from './platform/http/validation';

/**
 * Longest body, in bytes: the fullest worker profile has about 110 kB, and deeply nested lists take thirty times their
 * text in memory.
 */
const BODY_LIMIT = 131_072;
/** Longest path and query, in characters; Node itself refuses headers over 16 kB. */
const URL_LIMIT = 8_192;

const REQUEST_MS = 30_000;
const HEADERS_MS = 15_000;
const CHECK_MS = 5_000;
/** Must be longer than any response takes to begin, and than the heartbeat of an event stream. */
const SILENT_MS = 75_000;

interface AppOptions {
  deps: Deps;
  logger?: FastifyBaseLogger;
  /** The folder of the built dashboard; without it only the API is served. */
  publicDir?: string;
  /** Returns true once every migration is applied. */
  isMigrated?: () => Promise<boolean>;
}

/** Builds the whole server without listening: tests inject requests, and `main.ts` listens. */
export const buildApp = async ({ deps, logger, publicDir, isMigrated }: AppOptions): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Our own line per response (platform/http/requestContext.ts) replaces Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    // An id from outside could be anything.
    genReqId: () => randomUUID(),
    // Trusts only the nearest proxy, because a caller can write anything before it in X-Forwarded-For.
    trustProxy: deps.settings.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT,
    // Time-outs for the whole request and for its headers, from the first byte; Node checks them every few seconds.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    // Closes an idle connection, so that a client that does not read its response cannot hold it longer.
    connectionTimeout: SILENT_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // A request on an open connection during the shutdown is still answered; then the connection is closed.
    return503OnClosing: false,
    // The schemas check the length of parameters.
    routerOptions: { maxParamLength: URL_LIMIT },
    clientErrorHandler: answerClientError(deps),
    frameworkErrors: (_error, request, reply) => failure(deps, request, reply, new AppError(400, ERROR_KEYS.invalid)),
  });
  // The contract accepts only JSON; anything else is a 415.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  addRequestContext(app, {
    clock: deps.clock,
    urlLimit: URL_LIMIT,
    tagsStatements: deps.settings.tagsStatements,
    trustsProxy: deps.settings.trustProxy,
  });
  addSecurityHeaders(app, deps.settings);
  addErrorHandler(app, deps);
  if (deps.settings.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: deps.settings.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['X-Request-Id', 'Content-Disposition', 'Retry-After', 'ETag', 'Date'],
    });
  }
  addAdmission(app, deps.pool);
  addGuard(app, deps, {
    rates: createRequestRates(deps, deps.settings),
    onReuse: (reuse, requestId) => endReusedSession(deps, reuse, requestId),
  });
  // A module imports only modules that are registered before it.
  await app.register(async (api) => {
    await compressReplies(api, { pads: true });
    registerReference(api, deps);
    registerSession(api, deps);
    registerProduct(api, deps);
    registerCommerce(api, { ...deps, releaseBasket });
    registerPayment(api, deps);
    registerAccount(api, deps);
    registerOrganisation(api, deps);
    registerJobs(api, { ...deps, answerRemaining });
    registerCovers(api, deps);
    registerChat(api, deps);
    registerAppointments(api, { ...deps, withDeclinedRow });
    registerApplications(api, deps);
    registerSearch(api, deps);
    registerViews(api, deps);
    registerDecisions(api, deps);
    registerHires(api, deps);
    registerToday(api, deps);
    registerBulks(api, deps);
  });
  registerExports(app, deps);
  registerPrivacy(app, deps);
  registerFiles(app, deps);
  registerWorkerPage(app, deps);
  registerGateway(app, deps);
  registerPublicPage(app, deps);
  registerOperations(app, deps, isMigrated);
  // Runs after the last response, because unfinished work belongs to a live server until then.
  app.addHook('onClose', () => deps.presence.close());
  if (publicDir) await addDashboard(app, deps, publicDir);
  return app;
};
