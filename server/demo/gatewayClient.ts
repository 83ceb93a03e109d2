export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** `status` 0: no answer came. `payload` is there only when `ok`. */
export interface GatewayAnswer {
  ok: boolean;
  status: number;
  payload: unknown;
}

/** One call of the worker gateway; never throws. Given up after `timeoutMs`. */
export type GatewayCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<GatewayAnswer>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A client of the gateway at `baseUrl` (no slash at the end). API contract, section 12. */
export const gatewayClient =
  (baseUrl: string, gatewayKey: string, fetch: Fetch, stopped: AbortSignal, timeoutMs = 10_000): GatewayCall =>
  async (method, path, body) => {
    try {
      const response = await fetch(`${baseUrl}/worker-gateway${path}`, {
        method,
        headers: {
          'X-Gateway-Key': gatewayKey,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json().catch(() => null);
      return { ok: response.ok, status: response.status, payload: isRecord(answer) ? answer.payload : undefined };
    } catch {
      return { ok: false, status: 0, payload: undefined };
    }
  };

export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
export const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
