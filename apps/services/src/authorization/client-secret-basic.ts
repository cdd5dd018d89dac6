import type { ClientAuth } from 'openid-client';

/**
 * Client id and secret in HTTP Basic, form-encoded (RFC 6749, section 2.3.1), but only where a provider that decodes
 * them would read something else: some providers decode nothing, and know no client `lectern%2Dservices`.
 */
export function clientSecretBasic(clientSecret: string): ClientAuth {
  return (_server, { client_id: clientId }, _body, headers) => {
    headers.set('Authorization', basicAuthorization(clientId, clientSecret));
  };
}

/** The header `Authorization` of a client. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  // The first colon ends the id (RFC 7617, section 2).
  const credentials = `${encoded(clientId).replaceAll(':', '%3A')}:${encoded(clientSecret)}`;
  return `Basic ${btoa(credentials)}`;
}

/** Encodes the letters that a form's decoder changes (percent and plus signs), or that are not printable ASCII. */
function encoded(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]+|[%+]/g, encodeURIComponent);
}
