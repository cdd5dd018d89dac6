/** A setting that is missing or cannot be meant; the message is a sentence for the operator. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem';
}

/**
 * Reads all parts before it tells what is wrong with them.
 *
 * @throws {SettingProblem} with a line for each part that cannot be used
 */
export function readAll<Parts extends Readonly<Record<string, () => unknown>>>(
  parts: Parts,
): { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const problems: string[] = [];
  const read = Object.entries(parts).map(([name, readPart]) => {
    try {
      return [name, readPart()];
    } catch (error) {
      if (!(error instanceof SettingProblem)) throw error;
      problems.push(error.message);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingProblem(problems.join('\n'));
  return Object.fromEntries(read) as { [Name in keyof Parts]: ReturnType<Parts[Name]> };
}
