import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Shares of the requests that break before the server, break after it, or never get a response. */
const BEFORE = 0.2;
const AFTER = 0.2;
const SILENT = 0.02;

export interface FaultyProxy {
  origin: string;
  counts: Record<'whole' | 'before' | 'after' | 'silent', number>;
  close(): Promise<void>;
}

/** Returns a generator of numbers from 0 to 1 (mulberry32), which repeats the same faults for the same seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Starts a proxy between clients and a server that loses requests and responses of the paths in `isHit`. */
export const faultyProxy = async (
  target: string,
  { seed, isHit }: { seed: number; isHit: (path: string) => boolean },
): Promise<FaultyProxy> => {
  const random = randomOf(seed);
  const agent = new Agent({ keepAlive: true });
  const counts = { whole: 0, before: 0, after: 0, silent: 0 };
  const { hostname, port } = new URL(target);

  const pass = (incoming: IncomingMessage, onAnswer: (status: number, headers: object, body: Buffer) => void) => {
    const { method, url, headers } = incoming;
    const passed = request({ hostname, port, method, path: url, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => onAnswer(answer.statusCode!, answer.headers, Buffer.concat(chunks)));
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  };

  const server = createServer((incoming: IncomingMessage, reply: ServerResponse) => {
    const dropConnection = () => incoming.socket.destroy();
    const draw = isHit(incoming.url!) ? random() : 1;
    if (draw < BEFORE) {
      counts.before += 1;
      dropConnection();
    } else if (draw < BEFORE + AFTER) {
      counts.after += 1;
      pass(incoming, dropConnection);
    } else if (draw < BEFORE + AFTER + SILENT) {
      counts.silent += 1;
      // Every second one reaches the server; the client must time out.
      if (counts.silent % 2 === 0) pass(incoming, () => undefined);
    } else {
      counts.whole += 1;
      pass(incoming, (status, headers, body) => reply.writeHead(status, { ...headers }).end(body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
