import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openApi';
import { registerOutbox } from './outbox';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { createMetrics, mayReadMetrics } from '../../platform/metrics';
import { addStoreMetrics } from '../../platform/storeMetrics';

/** Health, readiness, metrics and the contract as OpenAPI, for operators and their tools. */
export const registerOperations = (
  app: FastifyInstance,
  deps: Deps,
  isMigrated: () => Promise<boolean> = async () => true,
): void => {
  const { db, settings } = deps;
  const metrics = createMetrics(app);
  const lookAtQueues = addStoreMetrics(metrics, deps);
  const document = openApiDocument();

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const store = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    const migrations = store && (await isMigrated().catch(() => false));
    if (!migrations) void reply.status(503).header('retry-after', '2');
    return { status: migrations ? 'ready' : 'unavailable', store, migrations };
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, settings.metricsToken)) throw notFound();
    await lookAtQueues();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });

  app.get('/openapi.json', async () => document);

  registerOutbox(app, deps);
};
