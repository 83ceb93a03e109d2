const TIMEOUT_MS = 10_000;

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** `status` 0: there was no response. `payload` exists only when `ok`. */
export interface GatewayAnswer {
  ok: boolean;
  status: number;
  payload: unknown;
}

/** Sends one call to the worker gateway; never throws. */
export type GatewayCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<GatewayAnswer>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Creates a client of the gateway at `baseUrl` (without a final slash). See docs/API.md#gateway. */
export const gatewayClient =
  (baseUrl: string, gatewayKey: string, fetch: Fetch, stopped: AbortSignal): GatewayCall =>
  async (method, path, body) => {
    try {
      const response = await fetch(`${baseUrl}/worker-gateway${path}`, {
        method,
        headers: {
          'X-Gateway-Key': gatewayKey,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json().catch(() => null);
      return { ok: response.ok, status: response.status, payload: isRecord(answer) ? answer.payload : undefined };
    } catch {
      return { ok: false, status: 0, payload: undefined };
    }
  };

export interface LinkForm {
  /** The last part of the form's address. */
  action: 'attendance' | 'first-day';
  fields: Record<string, string>;
}

/** Answers on the page of a link as a browser does: reads the page, then sends its form. Never throws. */
export type LinkPress = (link: string, form: LinkForm) => Promise<GatewayAnswer>;

/** Opens links at `baseUrl`, because the public address may not lead here. */
export const linkClient =
  (baseUrl: string, fetch: Fetch, stopped: AbortSignal): LinkPress =>
  async (link, { action, fields }) => {
    const signal = () => AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const page = baseUrl + new URL(link).pathname;
      const shown = await fetch(page, { signal: signal() });
      await shown.text();
      if (!shown.ok) return { ok: false, status: shown.status, payload: undefined };
      const { status } = await fetch(`${page}/${action}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
        signal: signal(),
      });
      return { ok: status === 303, status, payload: undefined };
    } catch {
      return { ok: false, status: 0, payload: undefined };
    }
  };

export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
export const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
