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
  const text: unknown =
    typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'text')
      ? Reflect.get(payload, 'text')
      : undefined;
  if (typeof text === 'string' && text !== '') return text;
  throw new BridgeFailure('BAD_PAYLOAD', 'The text must be a non-empty string.');
}
