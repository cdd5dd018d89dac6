import * as z from 'zod/mini';
import type { LicenseOrderKey } from './order-store.ts';

// PostgreSQL takes neither NUL nor half a surrogate pair.
const storable = z.string().check(z.refine((text) => !text.includes('\0') && text.isWellFormed()));
const cursorShape = z.tuple([storable, storable]);

/** Names the last order of a page; opaque to callers: base64url (RFC 4648, section 5). */
export function writeOrderCursor(last: LicenseOrderKey): string {
  const { order_system_identifier, license_order_identifier } = last;
  const place = JSON.stringify([order_system_identifier, license_order_identifier]);
  return Buffer.from(place).toString('base64url');
}

/**
 * It is not signed: only orders of the subject that is asked about are looked up.
 *
 * @returns `undefined` for one that was never given
 */
export function readOrderCursor(cursor: string): LicenseOrderKey | undefined {
  let content: unknown;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(cursor, 'base64url'));
    content = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { success, data } = z.safeParse(cursorShape, content);
  if (!success) return undefined;
  return { order_system_identifier: data[0], license_order_identifier: data[1] };
}
