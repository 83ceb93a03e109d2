import { connect } from 'node:net';

export interface Answer {
  status: number;
  etag: string | undefined;
  /** Size of the whole response: status line, headers and body. */
  bytes: number;
  /** Milliseconds from sending to the last byte. */
  took: number;
  body: string;
}

/** A kept-alive connection, as in a browser, with one request at a time. */
export interface Connection {
  send(head: string, body?: string): Promise<Answer>;
  close(): void;
}

const END = '\r\n\r\n';

const parse = (held: Buffer): Omit<Answer, 'took'> | null => {
  const end = held.indexOf(END);
  if (end < 0) return null;
  const head = held.toString('latin1', 0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const bytes = end + END.length + length;
  if (held.length < bytes) return null;
  const etag = /^etag: (.+)$/im.exec(head)?.[1];
  return { status: Number(head.slice(9, 12)), etag, bytes, body: held.toString('utf8', end + END.length, bytes) };
};

/**
 * Opens a client that costs almost nothing, so that the benchmark measures the server. It understands only this
 * server's responses: with a Content-Length, or without a body. `head` is the request line and its headers, without
 * the last line break.
 */
export const openConnection = (origin: string): Promise<Connection> =>
  new Promise((opened, failed) => {
    const { hostname, port } = new URL(origin);
    let held: Buffer = Buffer.alloc(0);
    let waiting: { resolve(answer: Answer): void; reject(error: Error): void; since: number } | null = null;
    const fail = (error: Error) => {
      failed(error);
      waiting?.reject(error);
      waiting = null;
    };
    const socket = connect(Number(port), hostname, () =>
      opened({
        send: (head, body = '') =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject, since: performance.now() };
            const length = body && `Content-Length: ${Buffer.byteLength(body)}\r\n`;
            socket.write(`${head}\r\n${length}Host: ${hostname}\r\n\r\n${body}`);
          }),
        close: () => socket.destroy(),
      }),
    );
    socket.setNoDelay(true);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed the connection')));
    socket.on('data', (data) => {
      held = held.length > 0 ? Buffer.concat([held, data]) : data;
      const answer = parse(held);
      if (!answer || !waiting) return;
      held = Buffer.alloc(0);
      const { resolve, since } = waiting;
      waiting = null;
      resolve({ ...answer, took: performance.now() - since });
    });
  });
