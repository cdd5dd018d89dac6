import type { Call } from '@lectern/contracts';

/** Body of a call's request: a form where the call takes one, else JSON. */
export function bodyOf(
  call: Call,
  body: Readonly<Record<string, unknown>> | undefined,
): { readonly body?: string | FormData; readonly type: Readonly<Record<string, string>> } {
  if (call.method === 'GET') return { type: {} };
  if (call.bodyFormat !== 'multipart') {
    return { body: JSON.stringify(body ?? {}), type: { 'Content-Type': 'application/json' } };
  }
  const form = new FormData();
  for (const [field, value] of Object.entries(body ?? {})) {
    form.set(field, value instanceof Blob ? value : String(value));
  }
  // `fetch` names the type, with the boundary.
  return { body: form, type: {} };
}
