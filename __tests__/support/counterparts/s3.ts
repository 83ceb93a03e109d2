import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { whyRefused } from './awsSignature';

export interface S3Counterpart {
  endpoint: string;
  /** The key pair and the bucket that it knows. */
  account: { region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  /** Answers to come that are a 503 instead. */
  failNext(times: number): void;
  close(): Promise<void>;
}

// The one key pair that s3rver knows; it looks at the key but not at a signature of version 4.
const ACCOUNT = { region: 'eu-central-1', bucket: 'dashboard', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** A real S3-compatible store on this machine, behind a door that lets through what is rightly signed. */
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
  const door = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = 'GET', url = '/' } = request;
      const headers = request.headers as Record<string, string>;
      const known = { id: ACCOUNT.accessKeyId, secret: ACCOUNT.secretAccessKey };
      const reason = whyRefused({ method, path: url, headers, body }, known);
      if (failures > 0 || reason) {
        response.writeHead(failures > 0 ? 503 : 403).end(reason ?? 'SlowDown');
        failures = Math.max(0, failures - 1);
        return;
      }
      const inner = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(response);
      });
      inner.end(body);
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    account: ACCOUNT,
    failNext: (times) => void (failures = times),
    close: async () => {
      await new Promise((resolve) => door.close(resolve));
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
