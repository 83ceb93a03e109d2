import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  /** The number of event streams requested so far. */
  streams: () => number;
  /** Ends the open streams and refuses new ones, or accepts them again. */
  breakStreams: (isBroken: boolean) => void;
  close: () => Promise<void>;
}

/** Starts a proxy between browser and server that can break the event streams. */
export const proxyOf = async (target: string): Promise<Proxy> => {
  const open = new Set<ServerResponse>();
  let asked = 0;
  let isBroken = false;
  const server = createServer((incoming, outgoing) => {
    const isStream = incoming.url === '/api/events';
    if (isStream && isBroken) return void outgoing.destroy();
    if (isStream) {
      asked += 1;
      open.add(outgoing);
    }
    const { url: path, method, headers } = incoming;
    const onward = request(new URL(path ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      open.delete(outgoing);
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: () => asked,
    breakStreams: (broken) => {
      isBroken = broken;
      if (broken) for (const stream of open) stream.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
