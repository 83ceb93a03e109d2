import type { WebhookMessage } from '../../../platform/ports/payments';
import { isWebhookSigned } from './signature';

const jsonOf = (body: Buffer): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/**
 * Reads a webhook of a form (with a token) or of a direct payment, each with its own signed values; returns null
 * without a valid signature. https://docs.iyzico.com/en/advanced/webhook
 */
export const readIyzicoWebhook = (secretKey: string, body: Buffer, signature: unknown): WebhookMessage | null => {
  const message = jsonOf(body);
  if (!message) return null;
  const { iyziEventType, iyziPaymentId, paymentId, token, paymentConversationId, status } = message;
  const values =
    token === undefined
      ? [iyziEventType, paymentId, paymentConversationId, status]
      : [iyziEventType, iyziPaymentId, token, paymentConversationId, status];
  if (!isWebhookSigned(secretKey, values, signature)) return null;
  return { paymentId: typeof paymentConversationId === 'string' ? paymentConversationId : null };
};
