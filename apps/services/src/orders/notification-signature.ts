import { createHmac } from 'node:crypto';
import { encodedKeyPrefix } from '@lectern/contracts/calls/orders/order-system';

export interface SignedMessage {
  /** The same at every attempt. */
  readonly id: string;
  /** When this attempt is made, in seconds since 1970. */
  readonly timestampInSeconds: number;
  readonly body: string;
}

/**
 * The headers by which a receiver knows that a message is ours, new, and not another one's body
 * (Standard Webhooks): HMAC-SHA-256 over id, timestamp and body.
 *
 * @param key As registered: text, or base64 after `whsec_`.
 */
export function signatureHeaders(
  { id, timestampInSeconds, body }: SignedMessage,
  key: string,
): Record<string, string> {
  const timestamp = String(timestampInSeconds);
  const secret = key.startsWith(encodedKeyPrefix)
    ? Buffer.from(key.slice(encodedKeyPrefix.length), 'base64')
    : key;
  const signature = createHmac('sha256', secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
