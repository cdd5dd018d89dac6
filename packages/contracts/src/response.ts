import { CallFailed, type CallName } from './call-failed.ts';
import { answersWithFile, type Call } from './define.ts';
import { resultEnvelope, succeeded, type ResultMessage } from './result.ts';
import * as z from 'zod/mini';

/**
 * Turns an answer into its payload.
 *
 * @param content The body: a file, or the text of what should be JSON.
 * @throws {CallFailed} for everything but OK and IA_OK, whatever the status (section 8), and for those of a
 *   status that says otherwise.
 */
export function readResponse(
  name: CallName,
  call: Call,
  response: Response,
  content: Blob | string,
  correlationId: string | undefined,
): unknown {
  const { status } = response;
  const details = { status, correlationId, retryAfterInMs: retryAfterInMs(response) };
  const broken = (what: string, cause?: unknown) =>
    new CallFailed(
      name,
      status >= 500 ? 'failed' : 'invalid-answer',
      `${name.name}: HTTP ${status} ${what}`,
      { ...details, cause },
    );
  if (typeof content !== 'string') {
    if (content.size === 0) throw broken('without the file');
    return content;
  }
  const failure = (
    kind: 'refused' | 'failed',
    messages: readonly ResultMessage[],
    answer?: unknown,
  ) => {
    const texts = messages.map(({ code, text }) => `${code}: ${text}`).join(' ');
    return new CallFailed(name, kind, `${name.name}: ${texts}`, { ...details, messages, answer });
  };
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (cause) {
    throw broken('without JSON', cause);
  }
  const envelope = z.safeParse(resultEnvelope, json);
  if (!envelope.success) throw broken('without result_state');
  const { result_state, result_messages = [] } = envelope.data;
  const isPartial = result_state === 'WARNING' && response.ok;
  if (!succeeded(result_state) && !isPartial) {
    const kind = status >= 400 && status < 500 ? 'refused' : 'failed';
    throw failure(kind, result_messages);
  }
  if (!response.ok) throw broken(`with result_state ${result_state}`);
  if (answersWithFile(call))
    throw isPartial ? failure('failed', result_messages) : broken('without the file');
  const answer = z.safeParse(call.answer as z.ZodMiniObject, json);
  if (isPartial) {
    throw failure('failed', result_messages, answer.success ? answer.data : undefined);
  }
  if (!answer.success) {
    const fault = z.prettifyError(answer.error);
    throw new CallFailed(name, 'invalid-answer', `${name.name}: ${fault}`, details);
  }
  return { ...answer.data, result_state };
}

/** RFC 9110, section 10.2.3; the services give seconds, never a date. */
function retryAfterInMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
