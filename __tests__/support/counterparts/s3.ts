import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Counterpart {
  endpoint: string;
  account: { region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  /** Answers that many next requests with 503. */
  failNext(times: number): void;
  close(): Promise<void>;
}

const ACCOUNT = { region: 'eu-central-1', bucket: 'dashboard', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/**
 * Starts a real S3-compatible server, which checks every signature (version 4). The proxy in front of it compares the
 * content with the signed hash, which that server does not, and answers 503 on request.
 */
export const s3Counterpart = async (): Promise<S3Counterpart> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-s3-'));
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: ACCOUNT.bucket, configs: [] }],
  });
  const { port } = (await store.run()) as AddressInfo;
  let failures = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, url, headers } = request;
      if (failures > 0) {
        failures -= 1;
        return response.writeHead(503).end();
      }
      const isWhole = headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
      if (!isWhole) return response.writeHead(400).end();
      const inner = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(response);
      });
      return inner.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: ACCOUNT,
    failNext: (times) => void (failures = times),
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
