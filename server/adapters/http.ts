import { fetchFailure } from '../platform/errors';

/** Longest time of a provider's response, in milliseconds. */
export const TIMEOUT_MS = 10_000;

const jsonOf = (text: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/**
 * Sends a POST to a provider's fixed address; follows no redirect and times out after 10 s. Returns the status and the
 * JSON body.
 */
export const post = async (
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; answer: Record<string, unknown> }> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal });
    return { status: response.status, answer: jsonOf(await response.text()) };
  } catch (error) {
    throw new Error(`no answer: ${fetchFailure(error)}`);
  }
};

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
