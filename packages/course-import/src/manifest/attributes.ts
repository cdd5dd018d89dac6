/*
 * Attributes of a manifest by their XML Schema types. What is no value of its type counts as absent: players
 * of other platforms do the same, and a course is not refused for it.
 */

type Attributes = ReadonlyMap<string, string> | undefined;

export function booleanOf(attributes: Attributes, name: string): boolean | undefined {
  const text = attributes?.get(name)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

export function numberOf(attributes: Attributes, name: string): number | undefined {
  const text = attributes?.get(name);
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

export function choiceOf<Name extends string>(
  attributes: Attributes,
  name: string,
  choices: readonly Name[],
): Name | undefined {
  return choices.find((choice) => choice === attributes?.get(name));
}

/** Without the members that are undefined. */
export function defined<T extends object>(
  value: T,
): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
