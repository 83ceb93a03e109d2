import type { CallKey, FileKey, Inputs, MediaTypes, Payloads } from '../../contract/routes/calls';
import { ApiError, NO_RESPONSE, type Envelope, type Http, type HttpFile, type HttpRequest } from './http';

type Options = Pick<HttpRequest, 'headers'>;

/**
 * The argument after the key of a call; optional if the endpoint needs none. `infer` keeps the compiler from comparing
 * each call with the union of all inputs, which takes most of its time.
 */
type Arguments<K extends CallKey> = Inputs[K] extends infer Input
  ? Partial<Input> extends Input
    ? [input?: Input & Options]
    : [input: Input & Options]
  : never;

/** The main API, the API of shared data, and the API that locates the visitor. */
export type Base = 'main' | 'shared' | 'geo';

/**
 * Takes the types of each endpoint from the contract, by the key `METHOD /path`. Every method throws only `ApiError`.
 */
export interface Api {
  /** Sends a call and returns the payload of the response. */
  call<K extends CallKey>(key: K, ...input: Arguments<K>): Promise<Payloads[K]>;
  /** Sends a call and returns the whole response, for its total or its ETag. */
  envelope<K extends CallKey>(key: K, ...input: Arguments<K>): Promise<Envelope<Payloads[K]>>;
  /** Fetches a file of the media type `accept`. */
  file<K extends FileKey>(key: K, input: Inputs[K] & Options & { accept: MediaTypes[K] }): Promise<HttpFile>;
  /** Returns a client whose calls end when the signal aborts. */
  withSignal(signal: AbortSignal): Api;
  /** Returns a client that gives only what this device has kept, and otherwise fails like a call without a response. */
  kept(): Api;
  /** Returns a client that gives only what the server answers, never what this device has kept. */
  current(): Api;
}

/** A request to one of the three APIs. */
export type ApiRequest = HttpRequest & { base: Base };

interface AnyInput extends Omit<HttpRequest, 'method' | 'path'> {
  params?: Record<string, string | number>;
}

const PREFIX = /^\/(shared|geo)-api/;

const fill = (key: string, { params = {}, ...rest }: AnyInput = {}): ApiRequest => {
  const [method, route] = key.split(' ') as [HttpRequest['method'], string];
  const base = (PREFIX.exec(route)?.[1] ?? 'main') as Base;
  const path = route
    .replace(PREFIX, '')
    .replace(/:(\w+)/g, (_param, name: string) => encodeURIComponent(params[name] ?? ''));
  return { ...rest, base, method, path };
};

/** Returns the HTTP request of a call, with the parameters filled into its path. */
export const requestOf = <K extends CallKey>(key: K, ...[input]: Arguments<K>): ApiRequest => fill(key, input);

/** Fails like a call without a response. */
export const noResponse = () => Promise.reject(new ApiError({ status: 0, key: NO_RESPONSE }));
const SILENT: Http = { request: noResponse, file: noResponse };

/** Creates the typed client of the three APIs. */
export const createApi = (clients: Record<Base, Http>, signal?: AbortSignal): Api => {
  const envelope: Api['envelope'] = (key, ...input) => {
    const { base, ...request } = requestOf(key, ...input);
    return clients[base].request({ ...request, signal });
  };
  return {
    envelope,
    call: async (key, ...input) => (await envelope(key, ...input)).payload,
    file: (key, input) => {
      const { base, ...request } = fill(key, input);
      return clients[base].file({ ...request, accept: input.accept, signal });
    },
    withSignal: (aborted) => createApi(clients, aborted),
    kept: () => createApi({ main: SILENT, shared: SILENT, geo: SILENT }, signal),
    current: () => createApi(clients, signal),
  };
};
