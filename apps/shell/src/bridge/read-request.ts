import { nameMaximum, type RequestMessage } from '@lectern/sdk/protocol';

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
  if (typeof data !== 'object' || data === null) return undefined;
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

function own(data: object, name: keyof RequestMessage): unknown {
  return Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined;
}
