import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream } from 'pino';

interface Failure {
  name?: string;
  message?: string;
  code?: string;
  stack?: string;
  table?: string;
  constraint?: string;
  cause?: Failure;
}

/** Keeps only fields without data: PostgreSQL's errors contain row values in `detail` and `where`. */
const serialiseError = ({ name, message, code, stack, table, constraint, cause }: Failure) => ({
  name,
  message,
  code,
  table,
  constraint,
  stack,
  // The reason why a file store is unavailable.
  ...(cause && { cause: { name: cause.name, message: cause.message, code: cause.code } }),
});

/**
 * Creates a logger that writes JSON lines to stdout. Requests log neither headers nor bodies; the paths below are a
 * second safeguard.
 */
export const createLogger = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serialiseError },
      redact: {
        paths: [
          'password',
          '*.password',
          'access_token',
          '*.access_token',
          'authorization',
          '*.authorization',
          'headers',
          'body',
        ],
        remove: true,
      },
    },
    destination ?? pino.destination({ sync: false }),
  );
