/** A JSON list of the same element many times. */
export function listOf(element: string, count: number): string {
  return `[${Array(count).fill(element).join()}]`;
}

/** A JSON object whose members have different names. */
export function membersOf(count: number, prefix = ''): string {
  return `{${Array.from({ length: count }, (_, place) => `"${prefix}${place.toString(36)}":0`).join()}}`;
}

/** Bodies of nearly a size that take a parser, or who looks at its values, long. */
export function worstBodies(sizeInBytes: number): readonly string[] {
  const room = Math.min(sizeInBytes, largestInBytes) - 100;
  return [
    listOf('{}', Math.floor(room / 3)),
    listOf('[]', 19_900),
    membersOf(19_900),
    listOf('{"a":0}', 9_900),
    listOf('1', Math.floor(Math.min(room / 2, 199_000))),
    listOf('['.repeat(100) + ']'.repeat(100), 199),
    `["${'a'.repeat(room)}"]`,
    `["${'\\u00e4'.repeat(Math.floor(room / 6))}"]`,
    `["${'\\ud83d\\ude00'.repeat(Math.floor(room / 12))}"]`,
  ];
}

/** Beyond, only files are sent. */
const largestInBytes = 16 * 1024 * 1024;

/** A cmi5 course of so many units, as `cmi5PutStructure` takes it. */
export function structureOf(units: number): string {
  const titled = { title: { de: 'Wetter' }, description: { de: 'Wie Wolken entstehen.' } };
  const id = 'https://bench.example/wetter';
  const aus = Array.from({ length: units }, (_, place) => ({
    ...titled,
    id: `${id}/${place}`,
    url: `${place}/index.html`,
    launch_method: 'AnyWindow',
    move_on: 'CompletedOrPassed',
    mastery_score: 0.6,
  }));
  return JSON.stringify({ structure: { ...titled, id, blocks: [], aus } });
}

/** Statements, each of about a size. */
export function statementsOf(count: number, sizeInBytes: number): string {
  const answers = Object.fromEntries(
    Array.from({ length: Math.floor(sizeInBytes / 40) }, (_, place) => [
      `answer-${place}`,
      'Wasser',
    ]),
  );
  const statement = {
    verb: { id: 'https://bench.example/answered' },
    object: { id: 'https://bench.example/a' },
    result: { extensions: { 'https://bench.example/e': answers } },
  };
  return listOf(JSON.stringify(statement), count);
}
