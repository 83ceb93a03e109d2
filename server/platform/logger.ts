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

/** PostgreSQL's errors carry the values of a row in `detail` and `where`: only what holds no data is kept. */
const serialiseError = ({ name, message, code, stack, table, constraint, cause }: Failure) => ({
  name,
  message,
  code,
  table,
  constraint,
  stack,
  // Why a store of files is away.
  ...(cause && { cause: { name: cause.name, message: cause.message, code: cause.code } }),
});

/** JSON lines on stdout. Requests log neither headers nor bodies; the paths below are a second fence. */
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
