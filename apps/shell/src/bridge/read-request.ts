import { nameMaximum } from '@lectern/sdk/protocol';

interface ReadRequest {
  readonly action: string;
  readonly id: string | number | undefined;
  readonly payload: unknown;
}

/**
 * Reads own properties only: what is inherited was never sent. What is answered comes back with action and
 * id, so both are short.
 */
export function readRequest(data: unknown): ReadRequest | undefined {
  const action = own(data, 'action');
  if (own(data, 'origin') !== 'iframe' || !isName(action)) return undefined;
  const id = own(data, 'id');
  return {
    action,
    id: isName(id) || typeof id === 'number' ? id : undefined,
    payload: own(data, 'payload'),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= nameMaximum;
}

/** A property that was sent; `undefined` where the value is no object. */
export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
