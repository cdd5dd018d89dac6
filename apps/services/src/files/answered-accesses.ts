import type { ResultMessage } from '@lectern/contracts';
import type { CallError } from '../http/errors.ts';

/** Result of one item of a batch. */
export type Accessed<File, Code extends string> =
  | { readonly dto_id: string; readonly file: File; readonly refusal?: undefined }
  | { readonly dto_id: string; readonly file?: undefined; readonly refusal: Code };

/**
 * The answer of a batch. Where none of its files is given, the first reason is the error of the call;
 * where some are not, the messages say which.
 *
 * @throws {CallError} made by `refusal`
 */
export function answerAccesses<File, Code extends string>(
  accesses: readonly Accessed<File, Code>[],
  refusal: (code: Code) => CallError,
) {
  const file_accesses = [...accesses];
  const refused = accesses.flatMap(({ dto_id, refusal: code }) => (code ? { dto_id, code } : []));
  if (refused.length === accesses.length) throw refusal(refused[0]!.code);
  if (refused.length === 0) return { file_accesses };
  const result_messages: ResultMessage[] = refused.map(({ dto_id, code }) => ({
    code,
    text: `${dto_id}: ${refusal(code).messages[0]!.text}`,
  }));
  return { file_accesses, result_state: 'WARNING' as const, result_messages };
}
