import * as z from 'zod/mini';

/** Result state of a response (specification, section 3). */
export const resultState = z.enum(['OK', 'WARNING', 'ERROR', 'IA_OK']);
export type ResultState = z.infer<typeof resultState>;

/** Why a call was not, or not wholly, done. */
export const resultMessage = z.object({ code: z.string(), text: z.string() });
export type ResultMessage = z.infer<typeof resultMessage>;

/** Members of every JSON answer beside its payload. */
export const resultEnvelope = z.object({
  result_state: resultState,
  result_messages: z.optional(z.array(resultMessage)),
});

/**
 * True for `OK`, or `IA_OK` when nothing had to change (section 8). The HTTP status is not consulted: the client
 * fails on everything else whatever the status.
 */
export function succeeded(state: unknown): state is 'OK' | 'IA_OK' {
  return state === 'OK' || state === 'IA_OK';
}
