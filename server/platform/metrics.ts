import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isLoopback } from './net';
import { sha256 } from './sha256';

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
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(given), sha256(token));
};
