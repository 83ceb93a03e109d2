import { randomBytes } from 'node:crypto';
import { fetchFailure } from '../../../platform/fetchFailure';
import type { IyzicoSettings } from '../../../platform/paymentSettings';
import { authorizationOf } from './signature';

/** Longest time of an iyzico response in milliseconds; iyzico waits for a bank. */
const TIMEOUT_MS = 20_000;

/** A response of iyzico: `status` is success or failure; the other fields depend on the call. */
export type Answer = Record<string, unknown>;

/** Sends one call; throws without a valid iyzico response. The error contains no secret and no card data. */
export type Call = (path: string, body: Record<string, unknown>) => Promise<Answer>;

const answerOf = (text: string): Answer | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    const status = (parsed as Answer | null)?.status;
    return status === 'success' || status === 'failure' ? (parsed as Answer) : null;
  } catch {
    return null;
  }
};

/** Creates a client of iyzico's documented calls: signed JSON posts. */
export const iyzicoClient =
  (settings: IyzicoSettings, timeoutMs = TIMEOUT_MS): Call =>
  async (path, fields) => {
    const body = JSON.stringify(fields);
    const randomKey = randomBytes(12).toString('hex');
    const request = {
      method: 'POST',
      headers: {
        Authorization: authorizationOf(settings, { path, body, randomKey }),
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'x-iyzi-rnd': randomKey,
      },
      body,
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(timeoutMs),
    };
    const { status, text } = await fetch(settings.apiUrl + path, request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw new Error(`iyzico: no answer: ${fetchFailure(error)}`);
      });
    const answer = answerOf(text);
    if (!answer) throw new Error(`iyzico: no valid JSON response, status ${status}`);
    return answer;
  };
