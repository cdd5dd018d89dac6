import { deepLinkParameters, placeLengthMaximum, type DeepLink } from '@lectern/sdk/protocol';
import { readCouponCode } from '../session/kept-coupon.ts';
import { BridgeFailure } from './bridge-failure.ts';

/** What this needs of a schema of the contract. */
interface Schema<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: PropertyKey[] }[] };
      };
}

/**
 * A payload by the schema of the call that it is for: what the service would refuse is refused here.
 *
 * @throws {BridgeFailure} `BAD_PAYLOAD` with the paths of the wrong fields.
 */
export function checkPayload<T>(schema: Schema<T>, payload: unknown): T {
  const checked = schema.safeParse(payload);
  if (checked.success) return checked.data;
  const fields = checked.error.issues.map(({ path }) => path.join('.') || 'payload');
  throw new BridgeFailure('BAD_PAYLOAD', `Missing or wrong: ${fields.join(', ')}.`);
}

/** The non-empty text of `encodeChallenge` (specification, section 5). */
export function checkChallengeText(payload: unknown): string {
  const text = member(payload, 'text');
  if (typeof text === 'string' && text !== '') return text;
  throw new BridgeFailure('BAD_PAYLOAD', 'The text must be a non-empty string.');
}

/** The coupon code of `startLogin`; nothing where it carries none. */
export function checkCoupon(payload: unknown): string | undefined {
  const coupon = member(payload, 'coupon');
  if (coupon === undefined) return undefined;
  const code = typeof coupon === 'string' ? readCouponCode(coupon) : undefined;
  if (code !== undefined) return code;
  throw new BridgeFailure('BAD_PAYLOAD', 'The coupon cannot be a code.');
}

/** What `setUnsavedWork` says. */
export function checkUnsaved(payload: unknown): boolean {
  const unsaved = member(payload, 'unsaved');
  if (typeof unsaved === 'boolean') return unsaved;
  throw new BridgeFailure('BAD_PAYLOAD', 'unsaved must be true or false.');
}

/** The place that `setPlace` names: what stands in it becomes part of an address. */
export function checkPlace(payload: unknown): DeepLink {
  const isPlace =
    typeof payload === 'object' &&
    payload !== null &&
    !Array.isArray(payload) &&
    Object.entries(payload).every(([name, value]) => isPlaceMember(name, value));
  if (isPlace)
    return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  throw new BridgeFailure(
    'BAD_PAYLOAD',
    `A place has no members but ${deepLinkParameters.join(', ')}: texts of at most ${placeLengthMaximum} characters.`,
  );
}

/** What is absent may be written out as undefined, as it may in every message. */
function isPlaceMember(name: string, value: unknown): boolean {
  if (!deepLinkParameters.some((known) => known === name)) return false;
  if (value === undefined) return true;
  return typeof value === 'string' && value !== '' && value.length <= placeLengthMaximum;
}

/** A member of the payload's own: what is inherited was never sent. */
function member(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null && Object.hasOwn(payload, name)
    ? Reflect.get(payload, name)
    : undefined;
}
