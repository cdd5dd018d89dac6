import { actions, requests } from '@lectern/sdk/protocol';
import { failed, notSeen, passed, type Verdict } from './finding.ts';
import { notationAt } from './notation.ts';
import type { Opening, Scene } from './scene.ts';
import type { Seen } from './visit.ts';

/** Passes where browsers trust the way: https, or this machine (Secure Contexts, section 3.1). */
export function isSafeWay({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** The messages that the content has sent, oldest first. */
export function sent({ seen }: Opening): Seen['message'][] {
  return seen.flatMap(({ way, message }) => (way === 'to container' ? [message] : []));
}

/** Describes the fault of a request, by the protocol's own shapes. */
export function faultOf({ action, payload }: Seen['message']): string | undefined {
  const known = actions.find((name) => name === action);
  if (!known) return `There is no action ${JSON.stringify(action)}.`;
  const fault = requests[known].payload.faultIn(payload);
  if (fault === undefined) return undefined;
  const place = fault === '' ? `The payload of ${known}` : `${fault} in the payload of ${known}`;
  const notation = notationAt(requests[known].payload.notation, fault);
  if (notation === undefined) return `There is no member ${place}.`;
  const path = fault === '' ? [] : fault.split('.');
  const value = path.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), payload);
  return `${place} is ${kindOf(value)} but must be ${notation}.`;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `a string of ${value.length.toLocaleString('en')}`;
  if (typeof value === 'number') return String(value);
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/** Passes where it comes up as it does when all is well, and without an uncaught error. */
export function steady(
  before: Opening,
  opening: Opening,
  { when, toDo }: { readonly when: string; readonly toDo: string },
): Verdict {
  if (before.asked.length === 0)
    return notSeen('The content has sent nothing, not even under normal conditions.');
  const error = opening.errors.find((text) => !before.errors.includes(text));
  if (error !== undefined) return failed(`${when} it failed: ${error}`, toDo);
  return before.isReady && !opening.isReady
    ? failed(`${when} it never said that it is ready.`, toDo)
    : passed;
}

/** Passes where the content had put away all its work when it was taken away. */
export function afterTeardown({ seen, after }: Awaited<ReturnType<Scene['tornDown']>>): Verdict {
  if (after === undefined) return notSeen('The session did not end in time.');
  const before = seen.slice(0, seen.length - after.length - 1);
  const wasUnsaved = lastUnsaved(before);
  const isUnsaved = lastUnsaved(after) ?? wasUnsaved;
  if (wasUnsaved === undefined && lastUnsaved(after) === undefined)
    return notSeen(
      'The content never called setUnsavedWork. Use --link to open a place with an exercise.',
    );
  const refusal = after.find(
    ({ way, message }) => way === 'to content' && message['error'] !== undefined,
  );
  if (isUnsaved && refusal) {
    const { message } = refusal.message['error'] as { readonly message: string };
    return notSeen(`The container no longer accepted anything: ${message}`);
  }
  return isUnsaved
    ? failed(
        'It still held unsaved work when its time was over.',
        'On the teardown event, save at once and call `setUnsavedWork(false)` when that is done.',
      )
    : passed;
}

function lastUnsaved(messages: readonly Seen[]): boolean | undefined {
  const last = messages.findLast(
    ({ way, message }) => way === 'to container' && message['action'] === 'setUnsavedWork',
  );
  return last && (last.message['payload'] as { unsaved?: boolean } | undefined)?.unsaved === true;
}

export function list(words: readonly string[]): string {
  return [...new Set(words)].join(', ');
}
