import type { Envelope, Http, HttpFile, HttpRequest } from '../../src/lib/http';
import { anApiError } from './builders';

type Method = HttpRequest['method'];

/** An envelope, a file, or an error to throw. */
type Answer = Envelope<unknown> | HttpFile | Error;
type Handler = (request: HttpRequest, params: Record<string, string>) => Answer | Promise<Answer>;

/** Answers by `METHOD /path`; a path ending in `*` matches every path below it. */
export type Answers = Record<string, Handler>;

interface Route {
  method: Method;
  pattern: RegExp;
  names: string[];
  handler: Handler;
}

export interface Call extends HttpRequest {
  base: 'main' | 'shared' | 'geo';
}

const compile = (path: string): Pick<Route, 'pattern' | 'names'> => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  // These words in the place of an id are other routes.
  const pattern = path.replace(/:id\b/g, '(?!all$|needs$|stages$|views$)([^/]+)').replace(/:\w+/g, '([^/]+)');
  return { names, pattern: new RegExp(`^${pattern.replace(/\*$/, '.*')}$`) };
};

/** Returns a success with the payload. */
export const ok = (payload: unknown, more: Omit<Envelope<unknown>, 'payload'> = {}): Envelope<unknown> => ({
  payload,
  ...more,
});

export const aFile = (content: string, name: string | null): HttpFile => ({
  blob: new Blob([content]),
  disposition: name && `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

/** Returns a promise that the test settles later, to simulate a slow server. */
export const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};

/**
 * Replaces both bases of the API. A later `on` for the same call wins. Other calls get a 404 with the key
 * `fake.unhandled`, which has no text.
 */
export const fakeApi = () => {
  const routes: Route[] = [];
  const calls: Call[] = [];

  const http = (base: Call['base']): Http => {
    const answer = async (request: HttpRequest): Promise<Envelope<unknown> | HttpFile> => {
      calls.push({ ...request, base });
      for (const { method, pattern, names, handler } of routes) {
        const match = method === request.method ? pattern.exec(request.path) : null;
        if (!match) continue;
        const params = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']));
        const given = await handler(request, params);
        if (given instanceof Error) throw given;
        return given;
      }
      throw anApiError(404, 'fake.unhandled');
    };
    return {
      request: async <T>(request: HttpRequest) => (await answer(request)) as Envelope<T>,
      file: async (request) => (await answer(request)) as HttpFile,
    };
  };

  const api = {
    main: http('main'),
    shared: http('shared'),
    geo: http('geo'),
    calls,
    callsOf: (method: Method, path: string) =>
      calls.filter((call) => call.method === method && compile(path).pattern.test(call.path)),
    on: (method: Method, path: string, answer: Answer | Handler) => {
      const handler: Handler = typeof answer === 'function' ? answer : () => answer;
      routes.unshift({ method, ...compile(path), handler });
      return api;
    },
  };
  return api;
};

export type FakeApi = ReturnType<typeof fakeApi>;

/** Returns an API with these answers; of two that match a call the first wins. */
export const answering = (answers: Answers): FakeApi => {
  const api = fakeApi();
  for (const [call, handler] of Object.entries(answers).reverse()) {
    const [method, path = ''] = call.split(' ');
    api.on(method as Method, path, handler);
  }
  return api;
};
