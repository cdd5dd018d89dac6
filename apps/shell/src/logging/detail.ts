import { isConfigurationError } from '../configuration-fields.ts';

/*
 * Loggable fields of a cause. A look at a text does not show if it is harmless, so nothing is searched for and
 * taken out: only fields of errors of our own and of known libraries are taken, and only with values that are the
 * program's words.
 */

/** Fields of a cause that are known to hold nothing of the user. */
export type Detail = Readonly<Record<string, string | number>>;

/**
 * A text that stands in the program, word for word. One that is put together is one only when all its
 * parts are; `never` for a text with a `string` in it.
 */
export type FixedText<Text extends string> = Text extends string
  ? Partial<Record<Text, unknown>> extends Record<Text, unknown>
    ? never
    : Text
  : never;

/** Names that say they are an error's, and ours that do not. */
const errorName = /^([A-Z][A-Za-z]{0,40}Error|CallFailed|ConfigurationUnreachable)$/;

/** The least that is known of every error. All that the start script can say. */
export function errorDetail(cause: unknown): Detail {
  if (isConfigurationError(cause)) return { name: cause.name, field: cause.field };
  if (!(cause instanceof Error)) return { name: typeof cause };
  return { name: errorName.test(cause.name) ? cause.name : 'Error' };
}
