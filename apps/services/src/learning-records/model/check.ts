import { checkXapi, statement1, statement2 } from '@lectern/contracts/xapi';
import type { Checked, Statement } from '@lectern/contracts/xapi';
import { compile } from '../../http/validation.ts';

/** Versions of xAPI that a request can name. */
export type XapiVersion = '1.0.3' | '2.0.0';

const schemas = { '1.0.3': statement1, '2.0.0': statement2 };
// A store takes in thousands of them a second.
for (const schema of Object.values(schemas)) compile(schema);

/**
 * Checks a statement as somebody sends it.
 *
 * @param at what it is called where it stands, such as `statements[2]`
 * @returns the statement, with lists of all activities of its context, or where and why it is none
 */
export function checkStatement(
  version: XapiVersion,
  value: unknown,
  at: string,
): Checked<Statement> {
  return checkXapi(schemas[version], value, at);
}
