import type { FastifyInstance } from 'fastify';
import { registerDocs, openApiDocument } from './openApi';
import { registerOutbox } from './outboxRoutes';
import { isStoreReachable } from './repository';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { constantAnswer } from '../../platform/http/headers';
import { createMetrics, mayReadMetrics, addStoreMetrics } from '../../platform/metrics';

/** Registers health, readiness, metrics and the OpenAPI document with its viewer, for operators and their tools. */
export const registerOperations = (
  app: FastifyInstance,
  deps: Deps,
  isMigrated: () => Promise<boolean> = async () => true,
): void => {
  const { db, settings } = deps;
  const metrics = createMetrics(app);
  const refreshQueueMetrics = addStoreMetrics(metrics, deps);

  const checkReadiness = async () => {
    const store = await isStoreReachable(db);
    return { store, migrations: store && (await isMigrated().catch(() => false)) };
  };
  let pendingCheck: ReturnType<typeof checkReadiness> | null = null;
  /** Concurrent requests share one query. */
  const readiness = () => (pendingCheck ??= checkReadiness().finally(() => (pendingCheck = null)));

  // Load balancers and operators need these while the server is flooded, and each response is cheap.
  const unlimited = { config: { rate: 'none' } } as const;

  app.get('/healthz', unlimited, async () => ({ status: 'ok' }));

  app.get('/readyz', unlimited, async (_request, reply) => {
    const { store, migrations } = await readiness();
    if (!migrations) void reply.status(503).header('retry-after', '2');
    return { status: migrations ? 'ready' : 'unavailable', store, migrations };
  });

  app.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(request, settings.metricsToken)) throw notFound();
    await refreshQueueMetrics();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });

  app.get('/openapi.json', constantAnswer(openApiDocument()));
  registerDocs(app);

  registerOutbox(app, deps);
};
