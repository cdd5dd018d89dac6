interface ReadRequest {
  readonly action: string;
  readonly id: string | number | undefined;
  readonly payload: unknown;
}

/** Reads own properties only: what is inherited was never sent. */
export function readRequest(data: unknown): ReadRequest | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const own = (name: string): unknown =>
    Object.getOwnPropertyDescriptor(data, name)?.value ?? undefined;
  const [action, id] = [own('action'), own('id')];
  if (own('origin') !== 'iframe' || typeof action !== 'string') return undefined;
  return {
    action,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    payload: own('payload'),
  };
}
