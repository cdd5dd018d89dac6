/**
 * The bytes of a text in base64url or base64 (RFC 4648, sections 4 and 5), with padding or without, each as a character.
 *
 * @throws {DOMException} where it is neither.
 */
export function fromBase64Url(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Bytes, each as a character, in base64url without padding. */
export function toBase64Url(bytes: string): string {
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
