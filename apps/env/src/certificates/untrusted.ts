/** OpenSSL's words for a certificate whose authority is unknown. */
const untrusted =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|(DEPTH_ZERO_)?SELF_SIGNED_CERT)/;

/** @param code Of the error with which a connection over TLS has failed. */
export function isUntrusted(code: string | undefined): boolean {
  return untrusted.test(code ?? '');
}
