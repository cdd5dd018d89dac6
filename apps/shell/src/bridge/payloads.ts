import { isCodeDoubtful } from '@lectern/contracts/calls/checked-code';
import { readEitherCode } from '../session/kept-coupon.ts';
import { BridgeFailure } from './bridge-failure.ts';

/** The used part of a schema of the contract. */
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
export function checkByContract<T>(schema: Schema<T>, payload: unknown): T {
  const checked = schema.safeParse(payload);
  if (checked.success) return checked.data;
  const fields = checked.error.issues.map(({ path }) => path.join('.') || 'payload');
  throw new BridgeFailure('BAD_PAYLOAD', `Missing or wrong: ${fields.join(', ')}.`);
}

/** @throws {BridgeFailure} `BAD_PAYLOAD` for what no coupon can be; where asked for, `MISTYPED` for what looks so. */
export function checkCoupon(coupon: string | undefined, refusesTypos = false): string | undefined {
  if (coupon === undefined) return undefined;
  const code = readEitherCode(coupon);
  if (code !== undefined && refusesTypos && isCodeDoubtful(code))
    throw new BridgeFailure('MISTYPED', 'The code looks mistyped.');
  if (code !== undefined) return code;
  throw new BridgeFailure('BAD_PAYLOAD', 'The coupon cannot be a code.');
}
