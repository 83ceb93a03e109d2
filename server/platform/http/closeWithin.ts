import type { FastifyInstance } from 'fastify';

/**
 * Stops accepting requests and waits at most `milliseconds` for the running ones: a client that never finishes its
 * request must not prevent an orderly shutdown of the store.
 */
export const closeWithin = async (app: FastifyInstance, milliseconds: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
};
