import { APP_NAME, REQUEST_SOURCE } from '../../contract/constants/http';
import type { FieldErrorNode } from '../../contract/schemas/envelope';

/** A successful response; `page` counts from 1. */
export interface Envelope<T> {
  payload: T;
  total?: number;
  page?: number;
  limit?: number;
  /** Cursor of the next page; null on the last one. Only lists that page by a cursor have it. */
  next?: string | null;
  /** The version of the response, if the server sends one. */
  etag?: string;
}

type QueryValue = string | number | boolean | null | undefined;

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base, with a leading slash. */
  path: string;
  /** The request omits null, undefined and empty texts. */
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** Added to the headers of every call. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A file from the server with its Content-Disposition, which may name it. */
export interface HttpFile {
  blob: Blob;
  disposition: string | null;
}

export interface Http {
  /** Sends a call; throws only `ApiError`. */
  request<T>(request: HttpRequest): Promise<Envelope<T>>;
  /** Sends a call that returns a file of the media type `accept`; throws only `ApiError`. */
  file(request: HttpRequest & { accept: string }): Promise<HttpFile>;
}

/** A failed call; `status` 0 means no response of the server (network, timeout, cancelled, the answer of a proxy). */
export class ApiError extends Error {
  readonly status: number;
  /** Stable, see contract/constants/errorKeys. */
  readonly key: string;
  /** Errors of single fields by name. */
  readonly children: Record<string, FieldErrorNode>;
  readonly requestId: string | null;
  /** Seconds before the next try, if the server sends them (`Retry-After`). */
  readonly retryAfter: number | null;
  /** The body of the response, if it was JSON. */
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

/** Key of a failure without a response; no server sends it. */
export const NO_RESPONSE = 'network.no_answer';
const UNREADABLE = 'error.unknown_error';

/** Timeout of a call in milliseconds. */
const TIMEOUT = 30_000;
/** Timeout of a file in milliseconds, because the server makes it during the call. */
const FILE_TIMEOUT = 120_000;

export interface HttpOptions {
  baseUrl: string;
  getToken: () => string | null;
  /** ISO alpha-2 once the user is known; the main API requires it. */
  getCountry?: () => string | null;
  getLanguage: () => string;
  /** Runs after a 401 of a call that carried the current token. */
  onUnauthorized: () => void;
  /** Runs after each response, and after each call without one (status 0). */
  onResponse?: (answer: { method: string; path: string; status: number; requestId: string | null }) => void;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

/** Returns the query with its question mark, in the given order of names; an empty text without values. */
export const queryText = (query: HttpRequest['query']): string => {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value != null && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};

/** Returns the headers of every call. */
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

/** Returns the seconds of a `Retry-After`, or null. Ignores dates, which our server never sends. */
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

/** Creates the client of one base. See docs/API.md#bases. */
export const createHttp = (options: HttpOptions): Http => {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));

  /** Sends one request and returns only a response that was read completely. */
  const sendAndRead = async <R>(
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
      const answer = await read(response);
      if (isForeign(method, response, answer)) throw new Error('no answer of the server');
      const requestId = response.headers.get('X-Request-Id');
      options.onResponse?.({ method, path, status: response.status, requestId });
      return { response, answer, token };
    } catch {
      if (!signal?.aborted) options.onResponse?.({ method, path, status: 0, requestId: null });
      throw new ApiError({ status: 0, key: NO_RESPONSE });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  const refusalOf = (response: Response, answer: unknown, token: string | null): ApiError => {
    if (response.status === 401 && token !== null && token === options.getToken()) options.onUnauthorized();
    return errorOf(response, answer);
  };

  const request = async <T>(call: HttpRequest): Promise<Envelope<T>> => {
    const { response, answer, token } = await sendAndRead(call, TIMEOUT, async (reply) => parse(await reply.text()));
    const etag = response.headers.get('ETag');
    if (response.ok && isSuccess(answer)) return { ...(answer as Envelope<T>), ...(etag !== null && { etag }) };
    throw refusalOf(response, answer, token);
  };

  const file = async ({ accept, headers, ...call }: HttpRequest & { accept: string }): Promise<HttpFile> => {
    const { response, answer, token } = await sendAndRead(
      { ...call, headers: { ...headers, Accept: accept } },
      FILE_TIMEOUT,
      async (reply) => (isFile(reply, accept) ? reply.blob() : parse(await reply.text())),
    );
    if (answer instanceof Blob) return { blob: answer, disposition: response.headers.get('Content-Disposition') };
    throw refusalOf(response, answer, token);
  };
  return { request, file };
};

/** True for a success of the requested media type; false for the HTML of a proxy or a Wi-Fi sign-in page. */
const isFile = ({ ok, headers }: Response, accept: string): boolean =>
  ok && (headers.get('Content-Type') ?? '').startsWith(accept);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * True for an answer that is not the server's, whose own are JSON: of a proxy, or of the sign-in page of a Wi-Fi. That a
 * proxy forbids or misses what is to be read says nothing about it; a change that it refuses would be refused again.
 */
const isForeign = (method: HttpRequest['method'], { ok, status }: Response, answer: unknown): boolean =>
  answer === null && (ok || status === 401 || status >= 500 || (method === 'GET' && [403, 404].includes(status)));

const isSuccess = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
