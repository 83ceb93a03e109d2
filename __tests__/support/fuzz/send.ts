import { json } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import { GATEWAY_KEY } from '../demo';
import { checkFile, holdReply, type Seen } from '../replies';
import type { CallOptions, TestServer } from '../testServer';
import type { Input } from './inputs';

/** Encodes a value for an address, which cannot hold half a surrogate pair. */
const addressed = (value: unknown): string => {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
};

const urlOf = (route: RouteContract, { params, query, rawQuery }: Input): string => {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => addressed(params[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => `${addressed(name)}=${addressed(one)}`),
  );
  const all = [...pairs, ...(rawQuery === null ? [] : [rawQuery])].join('&');
  return all ? `${path}?${all}` : path;
};

const bytesOf = (input: Input): string | Buffer | undefined => {
  if (input.body === undefined) return undefined;
  // A value that JSON cannot write (undefined, deep inside) becomes an empty body.
  return input.rawBody ?? JSON.stringify(input.body) ?? '';
};

export interface Sender {
  /**
   * Sends an input and returns its status and the milliseconds of the processor that it took, which other work on the
   * machine does not use up. Throws when the reply breaks the contract.
   */
  send(route: RouteContract, as: CallOptions['as'], input: Input): Promise<{ status: number; ms: number }>;
}

const NEEDS_PATH = /\/:\w+/;

/** Sends inputs to a server and keeps tokens until an input ends them. */
export const senderOf = (server: TestServer): Sender => {
  const tokens = new Map<string, string>();
  const authOf = async (as: CallOptions['as']): Promise<Record<string, string>> => {
    if (!as) return {};
    if (as === 'gateway') return { 'x-gateway-key': GATEWAY_KEY };
    const token = tokens.get(as) ?? (await server.tokenOf(as));
    tokens.set(as, token);
    return { authorization: `Bearer ${token}` };
  };

  const inject = async (route: RouteContract, as: CallOptions['as'], input: Input) => {
    const payload = bytesOf(input);
    const auth = await authOf(as);
    const before = process.cpuUsage();
    const reply = await server.app.inject({
      method: route.method,
      url: urlOf(route, input),
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...auth, ...input.headers },
      ...(payload !== undefined && { payload }),
      ...(route.produces?.includes(MEDIA_TYPES.events) && { payloadAsStream: true as const }),
    });
    const { user, system } = process.cpuUsage(before);
    return { reply, ms: (user + system) / 1000 };
  };

  const hold = async (route: RouteContract, { reply }: Awaited<ReturnType<typeof inject>>) => {
    const { statusCode: status, headers } = reply;
    const isEvents = route.produces?.includes(MEDIA_TYPES.events) ?? false;
    const type = String(headers['content-type']);
    const requestIdHeader = headers['x-request-id'] as string | undefined;
    if (type.startsWith(MEDIA_TYPES.events)) return void reply.stream().destroy();
    if (status === 304) return;
    if (!type.startsWith('application/json')) return checkFile(route, { status, headers, requestIdHeader }, false);
    const body = isEvents ? ((await json(reply.stream() as Readable)) as Seen['body']) : reply.json<Seen['body']>();
    // An empty or odd path segment may match no route, or another one.
    if (NEEDS_PATH.test(route.path) && status === 404 && body.key === 'error.not_found') return;
    holdReply(route, { status, body, requestIdHeader });
  };

  return {
    send: async (route, as, input) => {
      let answer = await inject(route, as, input);
      if (answer.reply.statusCode === 401 && as && as !== 'gateway') {
        tokens.delete(as);
        answer = await inject(route, as, input);
      }
      await hold(route, answer);
      return { status: answer.reply.statusCode, ms: answer.ms };
    },
  };
};
