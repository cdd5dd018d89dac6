/** True for a content type of JSON (RFC 8259, section 11), with any parameters. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? '');
}
