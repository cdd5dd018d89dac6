import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { resultState } from '../src/result.ts';
import { answersWithFile, sheetContract } from '../src/index.ts';
import { calls } from './sheet.ts';

/*
 * `enumerations.md` has the enumerations of section 3 of the specification, word for word. On the wire
 * each is the values of a field.
 */

/** Under which name the values of an enumeration stand on the wire. */
const fields: Readonly<Record<string, string>> = {
  asset_type: 'asset_type',
  'Membership type': 'membership_types',
  'User quick-search type': 'userQuickSearch.type',
  'Basic answer type': 'basic_answer_type',
  'Exercise type': 'exercise_type',
  'Link type': 'link_type',
  'Annotation location': 'location',
  'Annotation colour index': 'color_index',
  'Note type': 'note_type',
  'Note content type': 'note_content_type',
  'Search target': 'search_target',
  'Search scope': 'search_scope',
  'Topic type': 'topic_type',
  'Distribution channel': 'distribution_channel',
  'Coupon state': 'coupon_state',
  'Sharing type': 'sharing_types',
  'Storage type': 'storage_type',
  'Datepicker type': 'datepicker_type',
  'Diagram type': 'diagram_type',
  Difficulty: 'difficulty',
  'Filter type': 'filter_type',
  'Result state of a response': 'result_state',
  'Upload form fields': 'userDataUpload',
};

/** The options that a list of the specification names. */
function optionsIn(list: string): string[] {
  const options = list.split(/[,;] /).flatMap((option) => {
    const [, start, first, last] = /^(\w+_)(\d) to \1(\d)$/.exec(option) ?? [];
    if (start === undefined) return [option.replaceAll(' ', '_')];
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${start}${Number(first) + index}`,
    );
  });
  // Later options leave out the prefix that the first one says in full: `LINK_TYPE_WEBSITE, _IMAGE_WEB`.
  const prefix = options[0]!.replace(/_[A-Z]+$/, '');
  return options.map((option) => (option.startsWith('_') ? prefix + option : option));
}

const specified = readFileSync(new URL('../enumerations.md', import.meta.url), 'utf8')
  // Where they are used; of the asset types `test/files/asset-types.test.ts` of the services says that.
  .replaceAll(/ \([^)]*\)/g, '')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .flatMap((line) => line.slice(2).replace(/\.$/, '').split('. '))
  .map((sentence) => {
    const [name = '', list = ''] = sentence.split(': ');
    return { name, options: optionsIn(list) };
  });

const valuesByField = new Map<string, Set<string>>([
  ['result_state', new Set(resultState.options)],
  ['userDataUpload', new Set(Object.keys(sheetContract.clag.userDataUpload.body.def.shape))],
]);

function collectValues(schema: z.core.JSONSchema._JSONSchema, field: string, method: string): void {
  if (typeof schema === 'boolean') return;
  const { enum: options = [], const: only, anyOf = [], oneOf = [], items, properties } = schema;
  for (const value of [...options, only]) {
    if (typeof value !== 'string') continue;
    const name = field === 'type' ? `${method}.${field}` : field;
    valuesByField.set(name, (valuesByField.get(name) ?? new Set()).add(value));
  }
  for (const option of [...anyOf, ...oneOf]) collectValues(option, field, method);
  if (items !== undefined) collectValues(items as z.core.JSONSchema._JSONSchema, field, method);
  for (const [name, part] of Object.entries(properties ?? {})) collectValues(part, name, method);
}

for (const { name, call } of calls) {
  const answer = answersWithFile(call) ? undefined : (call.answer as z.ZodMiniObject);
  for (const type of [call.body, call.query, answer]) {
    if (type) collectValues(z.toJSONSchema(type, { unrepresentable: 'any' }), '', name);
  }
}

test('section 3 has these enumerations, and no others', () => {
  expect(specified.map(({ name }) => name)).toEqual(Object.keys(fields));
});

test.each(specified)('$name has the options of section 3, and no others', ({ name, options }) => {
  expect([...(valuesByField.get(fields[name]!) ?? [])].toSorted()).toEqual(options.toSorted());
});
