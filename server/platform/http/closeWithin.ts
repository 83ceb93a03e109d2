import type { FastifyInstance } from 'fastify';

/**
 * Takes no new requests and waits for the running ones, at most `milliseconds`: a client that never sends the rest of its
 * request must not keep the store from being closed in order.
 */
export const closeWithin = async (app: FastifyInstance, milliseconds: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
};
