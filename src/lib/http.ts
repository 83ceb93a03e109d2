import { APP_NAME, REQUEST_SOURCE } from '../../contract/constants/http';
import type { FieldErrorNode } from '../../contract/schemas/envelope';
import { fileNameOf } from './fileName';

/** A success; `page` counts from 1. */
export interface Envelope<T> {
  payload: T;
  total?: number;
  page?: number;
  limit?: number;
  /** The version of what was answered, where the server says one. */
  etag?: string;
}

export type QueryValue = string | number | boolean | null | undefined;

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the base on, with a slash at the start. */
  path: string;
  /** Null, undefined and empty texts are left out. */
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** Beside those that every call carries. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A file as the server sent it; `name` from its Content-Disposition, null without one. */
export interface HttpFile {
  blob: Blob;
  name: string | null;
}

export interface Http {
  /** Sends a call; throws only `ApiError`. */
  request<T>(request: HttpRequest): Promise<Envelope<T>>;
  /** Sends a call that answers a file of the media type `accept`; throws only `ApiError`. */
  file(request: HttpRequest & { accept: string }): Promise<HttpFile>;
}

/** A call that did not succeed; `status` 0 is no answer at all (network, timeout, cancelled). */
export class ApiError extends Error {
  readonly status: number;
  /** Stable, see contract/constants/errorKeys. */
  readonly key: string;
  /** Failures of single fields by name. */
  readonly children: Record<string, FieldErrorNode>;
  readonly requestId: string | null;
  /** Seconds after which it is worth trying again, where the server says so (`Retry-After`). */
  readonly retryAfter: number | null;
  /** The body of the answer, where it was JSON. */
  readonly payload: unknown;

  constructor(failure: {
    status: number;
    key: string;
    children?: Record<string, FieldErrorNode>;
    requestId?: string | null;
    retryAfter?: number | null;
    payload?: unknown;
  }) {
    super(`${failure.status} ${failure.key}`);
    this.name = 'ApiError';
    this.status = failure.status;
    this.key = failure.key;
    this.children = failure.children ?? {};
    this.requestId = failure.requestId ?? null;
    this.retryAfter = failure.retryAfter ?? null;
    this.payload = failure.payload ?? null;
  }
}

/** Key of a failure without an answer; never sent by a server. */
export const NO_ANSWER = 'network.no_answer';
const UNREADABLE = 'error.unknown_error';

/** A server that has not answered after this many milliseconds counts as not answering. */
const TIMEOUT = 30_000;
/** The same for files, which are made while one waits. */
const FILE_TIMEOUT = 120_000;

export interface HttpOptions {
  baseUrl: string;
  getToken: () => string | null;
  /** ISO alpha-2 once the user is known; the main API wants it. */
  getCountry?: () => string | null;
  getLanguage: () => string;
  /** A 401 to a call that carried the token which is still the current one. */
  onUnauthorized: () => void;
  /** Told of each answer, and of each that did not come (status 0). */
  onAnswer?: (answer: { method: string; path: string; status: number; requestId: string | null }) => void;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

/** The query with its question mark, in the order of its names; empty without values. */
export const queryText = (query: HttpRequest['query']): string => {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value != null && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};

/** The headers of every call. */
export const headersOf = (
  { getCountry, getLanguage }: Pick<HttpOptions, 'getCountry' | 'getLanguage'>,
  token: string | null,
  hasBody: boolean,
): Record<string, string> => {
  const country = getCountry?.();
  return {
    Accept: 'application/json',
    'Accept-Language': getLanguage(),
    'X-App-Name': APP_NAME,
    'X-Request-Source': REQUEST_SOURCE,
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(country && { 'X-App-Country': country }),
  };
};

/** The seconds of a `Retry-After`; null without them. A date, which our server never sends, counts as none. */
const secondsOf = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;

const errorOf = (response: Response, body: unknown): ApiError => {
  const failure = (body ?? {}) as { key?: unknown; requestId?: unknown; errors?: FieldErrorNode };
  return new ApiError({
    status: response.status,
    key: typeof failure.key === 'string' ? failure.key : UNREADABLE,
    children: failure.errors?.children,
    requestId: typeof failure.requestId === 'string' ? failure.requestId : response.headers.get('X-Request-Id'),
    retryAfter: secondsOf(response.headers.get('Retry-After')),
    payload: body,
  });
};

/** A client of one base: API contract, section 1. */
export const createHttp = (options: HttpOptions): Http => {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));

  /** One exchange up to the end of the answer; only an answer that was read whole comes out. */
  const exchange = async <R>(
    { method, path, query, body, headers, signal }: HttpRequest,
    timeoutMs: number,
    read: (response: Response) => Promise<R>,
  ): Promise<{ response: Response; answer: R; token: string | null }> => {
    const token = options.getToken();
    const stop = new AbortController();
    const abort = () => stop.abort();
    const timer = setTimeout(abort, options.timeoutMs ?? timeoutMs);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    try {
      const response = await send(`${options.baseUrl}${path}${queryText(query)}`, {
        method,
        headers: { ...headersOf(options, token, body !== undefined), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: stop.signal,
      });
      const requestId = response.headers.get('X-Request-Id');
      options.onAnswer?.({ method, path, status: response.status, requestId });
      return { response, answer: await read(response), token };
    } catch {
      if (!signal?.aborted) options.onAnswer?.({ method, path, status: 0, requestId: null });
      throw new ApiError({ status: 0, key: NO_ANSWER });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  const refuse = (response: Response, answer: unknown, token: string | null): ApiError => {
    if (response.status === 401 && token !== null && token === options.getToken()) options.onUnauthorized();
    return errorOf(response, answer);
  };

  const request = async <T>(asked: HttpRequest): Promise<Envelope<T>> => {
    const { response, answer, token } = await exchange(asked, TIMEOUT, async (got) => parse(await got.text()));
    const etag = response.headers.get('ETag');
    if (response.ok && isSuccess(answer)) return { ...(answer as Envelope<T>), ...(etag !== null && { etag }) };
    throw refuse(response, answer, token);
  };

  const file = async ({ accept, headers, ...asked }: HttpRequest & { accept: string }): Promise<HttpFile> => {
    const { response, answer, token } = await exchange(
      { ...asked, headers: { ...headers, Accept: accept } },
      FILE_TIMEOUT,
      async (got) => (isFile(got, accept) ? got.blob() : parse(await got.text())),
    );
    if (answer instanceof Blob) return { blob: answer, name: fileNameOf(response.headers.get('Content-Disposition')) };
    throw refuse(response, answer, token);
  };
  return { request, file };
};

/** A success of the type that was asked for; a page of something between (a proxy, a sign-in of a network) is none. */
const isFile = ({ ok, headers }: Response, accept: string): boolean =>
  ok && (headers.get('Content-Type') ?? '').startsWith(accept);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isSuccess = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
