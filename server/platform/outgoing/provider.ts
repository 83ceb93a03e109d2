/** What a provider said no to for good: trying again would bring the same answer. */
export class Refused extends Error {}

/** Takes a message over; throws `Refused` for good, anything else for now. */
export type Send<M> = (message: M) => Promise<void>;

/** How long a provider may take, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/** POSTs to a provider's fixed address; follows no redirect, and gives up after 10 s. Answers the status and the JSON body. */
export const post = async (
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; answer: Record<string, unknown> }> => {
  const response = await fetch(address, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const parsed: unknown = (() => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  })();
  const answer = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  return { status: response.status, answer };
};

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
