import { actions, errors, eventNames, protocolVersion } from '@lectern/sdk/protocol';
import { shapeOf } from './message-shape.ts';
import type { Exchange, TracedMessage } from './trace.ts';

/** Names that are the protocol's own. Content can send any other, and anybody's name with it. */
const knownNames: ReadonlySet<string> = new Set([...actions, ...eventNames]);
const knownCodes: ReadonlySet<string> = new Set(Object.keys(errors));

/** Counters stay. A longer number may be that of a telephone or a day of birth, and a text anybody's identifier. */
const counterMaximum = 999_999;

/**
 * The trace as JSON, oldest message first, for somebody else to look at. Of each message it holds the
 * fields that are written here, and no value of its content: names of the protocol, counters, codes,
 * times, sizes, and shapes.
 */
export function exportTrace(exchanges: readonly Exchange[], now: number): string {
  const strangeIds = new Map<string | number, string>();

  function exportedId(id: Exchange['id']): string | number | undefined {
    if (id === undefined) return undefined;
    if (typeof id === 'number' && Number.isInteger(id) && Math.abs(id) <= counterMaximum) return id;
    // The same for the same: what belongs together stays together.
    const standIn = strangeIds.get(id) ?? `id ${strangeIds.size + 1}`;
    strangeIds.set(id, standIn);
    return standIn;
  }

  function exported(exchange: Exchange, message: TracedMessage) {
    const { body } = message;
    return {
      time: new Date(message.time).toISOString(),
      name: knownNames.has(exchange.name) ? exchange.name : '(other)',
      id: exportedId(exchange.id),
      sizeInCharacters: message.sizeInCharacters,
      shape: 'shape' in body ? body.shape : shapeOf(body.value),
    };
  }

  const messages = exchanges.toReversed().flatMap((exchange) => {
    const { state, request, answer, errorCode, durationInMs } = exchange;
    return [
      ...(request
        ? [
            {
              direction: 'to shell',
              isIgnored: state === 'ignored',
              ...exported(exchange, request),
            },
          ]
        : []),
      ...(answer
        ? [
            {
              direction: 'to content',
              outcome: state,
              errorCode: errorCode && (knownCodes.has(errorCode) ? errorCode : '(other)'),
              durationInMs: durationInMs === undefined ? undefined : rounded(durationInMs),
              ...exported(exchange, answer),
            },
          ]
        : []),
    ];
  });
  const sorted = messages.sort((a, b) => a.time.localeCompare(b.time));
  const exportedAt = new Date(now).toISOString();
  return JSON.stringify(
    { format: 'lectern-bridge-trace', protocolVersion, exportedAt, messages: sorted },
    null,
    2,
  );
}

function rounded(inMs: number): number {
  return Math.round(inMs * 10) / 10;
}
