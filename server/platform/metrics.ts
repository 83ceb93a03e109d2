import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry, collectDefaultMetrics, Gauge } from 'prom-client';
import { HOUR } from '../../contract/constants/time';
import { isLoopback } from './net';
import { sha256 } from './secrets';
import type { Deps } from './deps';
import { lastMorning } from '../../contract/rules/night';
import { rowsOf } from './database/query';

/** Creates the metrics: rate, errors and duration of each route, by its pattern, and Node's own figures. */
export const createMetrics = (app: FastifyInstance): Registry => {
  const registers = [new Registry()];
  const registry = registers[0]!;
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route pattern',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
  });
  return registry;
};

/** Headers that proxies add to forwarded requests. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Returns whether a request comes from this machine, under one of its own names and through no proxy. Another host
 * name means a proxy, or a page of another origin.
 */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean => {
  const name = /^(?:\[([^\]]*)\]|([^:]*))/.exec(headers.host ?? '');
  const isDirect = PROXY_HEADERS.every((header) => headers[header] === undefined);
  return isDirect && isLoopback(socket.remoteAddress ?? '') && isLoopback(name?.[1] ?? name?.[2] ?? '');
};

/**
 * Returns whether a request may read the metrics: with a token set, only its bearer; without one, only this machine,
 * judged by the socket.
 */
export const mayReadMetrics = (request: FastifyRequest, token: string | null): boolean => {
  if (token === null) return isFromHere(request);
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
};

type StoreDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'payments' | 'settings'>;

interface Waiting {
  queue: string;
  count: number;
  /** Age in seconds of the oldest due entry; 0 when nothing waits. */
  oldest: number;
}

/**
 * Returns the waiting scheduled work of each kind across all servers. The queries use indexes and usually find a
 * handful of rows.
 */
const readQueues = async ({ db, clock, payments, settings }: StoreDeps): Promise<Waiting[]> => {
  const now = clock.now();
  // At night no decision notice, no reminder and no bulk message is due, and in the morning those that waited are not late.
  const morning = lastMorning(now, settings.timeZone);
  return rowsOf(db)`
    select queue, count(due)::int as count,
           coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(due))), 0)::float8 as oldest
      from (values ('sms'), ('mail'), ('push'), ('exports'), ('payments'), ('unanswered_payments'),
                   ('renewals'), ('unanswered_renewals'), ('tellings'), ('reminders'), ('bulks'),
                   ('bulk_messages')) as queues (queue)
      left join (
        select channel, next_attempt_at from outgoing_messages where sent_at is null and failed_at is null
        union all select 'tellings', greatest(tell_at, ${morning}::timestamptz)
          from application_decisions d join applications a on a.id = d.application_id
          where tell_at <= ${now} and ${morning}::timestamptz is not null and a.status = 'rejected'
        union all select 'reminders', greatest(due_at, ${morning}::timestamptz) from reminders
          where due_at <= ${now} and ${morning}::timestamptz is not null and sent_at is null and skipped is null
        union all select 'bulks', worked_at from bulks where state in ('queued', 'running')
        union all select 'bulk_messages', greatest(due_at, ${morning}::timestamptz) from bulk_items
          where due_at <= ${now} and ${morning}::timestamptz is not null
        union all select 'exports', created_at from exports where state in ('queued', 'running')
        union all select case when subscription_id is not null then 'unanswered_renewals'
                              when state = 'charging' then 'unanswered_payments' else 'payments' end,
            case when subscription_id is null then changed_at else created_at end
          from payments where state in ('started', 'challenge', 'charging', 'review')
        union all select 'renewals', next_attempt_at from subscriptions s
          where status <> 'ended' and next_attempt_at <= ${now} and coalesce(provider, ${payments.name}) = ${payments.name}
            and not exists (select 1 from payments y
              where y.subscription_id = s.id and y.state in ('started', 'charging', 'review'))
      ) as waiting (channel, due) on channel = queue
     group by queue order by queue`;
};

/** Returns the phone codes of the last hour by caller; the operator pays for them. */
const readCodes = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<{ caller: string; count: number }[]> => {
  const since = new Date(clock.now().getTime() - HOUR);
  return rowsOf(db)`
    select caller, count(sent_at)::int as count
      from (values ('visitor', 'registration'), ('account', 'profile')) as callers (caller, purpose)
      left join phone_codes on phone_codes.purpose = callers.purpose and sent_at > ${since}
     group by caller order by caller`;
};

/** Returns the last nightly check of needs that ran to its end; nothing before the first. */
const readNeedCheck = ({ db }: Pick<Deps, 'db'>) => rowsOf(db)<{ checked: number; differences: number }>`
    select checked, differences from need_checks where finished_at is not null order by day desc limit 1`;

/**
 * Adds the figures of the pool and of the queues, read when the metrics are requested. The returned function reads the
 * queues again.
 */
export const addStoreMetrics = (registry: Registry, deps: StoreDeps) => {
  const registers = [registry];
  const { pool } = deps;
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to PostgreSQL by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'db_pool_waiting',
    help: 'Statements that wait for a connection; requests are refused over 250',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  const count = new Gauge({
    name: 'queue_waiting',
    help: 'Waiting entries by queue',
    labelNames: ['queue'],
    registers,
  });
  const oldest = new Gauge({
    name: 'queue_oldest_seconds',
    help: 'Age of the oldest due entry by queue',
    labelNames: ['queue'],
    registers,
  });
  const codes = new Gauge({
    name: 'phone_codes_hour',
    help: 'Codes sent to phones in the last hour by caller; over 200 in a country, visitors must solve a proof of work',
    labelNames: ['caller'],
    registers,
  });
  const checkedNeeds = new Gauge({
    name: 'needs_checked',
    help: 'Applications whose need the last nightly check computed anew',
    registers,
  });
  const wrongNeeds = new Gauge({
    name: 'needs_different',
    help: 'Needs that the last nightly check corrected; 0 unless a change forgot one',
    registers,
  });
  return async () => {
    for (const { checked, differences } of await readNeedCheck(deps).catch(() => [])) {
      checkedNeeds.set(checked);
      wrongNeeds.set(differences);
    }
    count.reset();
    oldest.reset();
    codes.reset();
    for (const { caller, count: sent } of await readCodes(deps).catch(() => [])) codes.set({ caller }, sent);
    // While PostgreSQL is unavailable the other figures matter most, so these are left out.
    for (const waiting of await readQueues(deps).catch((): Waiting[] => [])) {
      count.set({ queue: waiting.queue }, waiting.count);
      oldest.set({ queue: waiting.queue }, waiting.oldest);
    }
  };
};
