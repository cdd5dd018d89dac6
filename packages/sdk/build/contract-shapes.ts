import { annotation, bookmark } from '@lectern/contracts/calls/annotations/annotation';
import { answer, sharedAnswer } from '@lectern/contracts/calls/annotations/answer';
import { assignment } from '@lectern/contracts/calls/annotations/assignment';
import { exercisesMaximum } from '@lectern/contracts/calls/annotations/exercise';
import { groupExercisesMaximum } from '@lectern/contracts/calls/annotations/exercise-for-group';
import { storedFeedback } from '@lectern/contracts/calls/annotations/feedback';
import { note } from '@lectern/contracts/calls/annotations/note';
import { searchCalls } from '@lectern/contracts/calls/annotations/search';
import { changesMaximum, itemValueMaximumLength } from '@lectern/contracts/calls/limits';
import { batchMaximum } from '@lectern/contracts/calls/publishing/publishing';
import { identifier } from '@lectern/contracts/calls/scalars';
import * as z from 'zod/mini';

type Schema = z.core.JSONSchema.JSONSchema;
type Members = Readonly<Record<string, Schema>>;

const schemaOf = (type: z.ZodMiniType): Schema =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });

/** Members that are none of the content: they name the item, or its version. */
const besideContent =
  /^((annotation|note|bookmark|answer|exercise|assignment)_id|version|settled_versions|is_removed)$/;

function contentOf({ change }: { readonly change: z.ZodMiniType }): Schema {
  const { properties = {}, ...rest } = schemaOf(change);
  const content = Object.entries(properties).filter(([name]) => !besideContent.test(name));
  return { ...rest, properties: Object.fromEntries(content) };
}

const memberOf = (schema: Schema | undefined, name: string) => schema?.properties?.[name] as Schema;
/** Of the forms of a note, the one with this member. */
const formWith = (name: string) =>
  memberOf(contentOf(note), 'content').oneOf?.find((form) => memberOf(form, name));

const { searchCourse, searchAutocomplete } = searchCalls;
const hit = memberOf(schemaOf(searchCourse.answer), 'hits').items as Schema;

/** Shapes by name; a shape that stands in another one comes first. */
const shapes: Readonly<Record<string, Schema>> = {
  identifier: schemaOf(identifier('')),
  color: memberOf(contentOf(annotation), 'color_index'),
  anchor: memberOf(contentOf(annotation), 'anchor'),
  link: memberOf(formWith('link'), 'link'),
  drawing: memberOf(formWith('drawing'), 'drawing'),
  noteContent: memberOf(contentOf(note), 'content'),
  answerContent: memberOf(contentOf(answer), 'content'),
  sharedContent: memberOf(schemaOf(sharedAnswer), 'content'),
  feedbackContent: memberOf(schemaOf(storedFeedback), 'content'),
  searchTarget: memberOf(hit, 'search_target'),
  searchScope: memberOf(hit, 'search_scope'),
  searchSource: memberOf(hit, 'search_source'),
  query: memberOf(schemaOf(searchCourse.body), 'query'),
  prefix: memberOf(schemaOf(searchAutocomplete.body), 'prefix'),
};

/** Members of the items that users leave. */
const members: Readonly<Record<string, Schema>> = {
  annotationMembers: contentOf(annotation),
  noteMembers: contentOf(note),
  bookmarkMembers: contentOf(bookmark),
  answerMembers: contentOf(answer),
  assignmentMembers: contentOf(assignment),
};

const limits = {
  itemValueMaximum: [
    itemValueMaximumLength,
    'Longest value of a local store item, in UTF-16 code units.',
  ],
  itemsMaximum: [changesMaximum, 'Most local store items of one request.'],
  changesMaximum: [
    changesMaximum,
    'Most annotations of one request; most notes, most bookmarks, and most answers.',
  ],
  exercisesMaximum: [exercisesMaximum, 'Most exercises of one request for answers.'],
  groupExercisesMaximum: [
    groupExercisesMaximum,
    'Most exercises of one request for the answers of a class.',
  ],
  pathsMaximum: [batchMaximum.paths, 'Most paths of one request for files.'],
} as const;

/**
 * The source of `protocol/contract.ts`, not formatted: shapes and limits that the bridge has in common with the
 * calls. The bridge checks what a `Shape` can say; the shell checks the rest by the contract before it keeps anything.
 */
export function contractShapes(): string {
  const known = new Map<string, string>();
  const declare = (name: string, source: string) => `export const ${name} = ${source};\n`;
  const declared = Object.entries(shapes).map(([name, schema]) => {
    const source = shapeOf(schema, known);
    // A text is as long as another one by chance.
    if (!source.startsWith('text')) known.set(source, name);
    return declare(name, source);
  });
  const tables = Object.entries(members).map(([name, schema]) =>
    declare(name, membersOf(schema, known)),
  );
  const numbers = Object.entries(limits).map(
    ([name, [value, sentence]]) => `/** ${sentence} */\n${declare(name, `${value}`)}`,
  );
  const functions = 'decimal, either, flag, list, object, oneOf, optional, text, whole';
  return `// Made of packages/contracts by \`node packages/sdk/build/write-shapes.ts\`.
import { ${functions} } from './shape.ts';

${[...declared, ...tables, ...numbers].join('\n')}`;
}

function shapeOf(schema: Schema, known: ReadonlyMap<string, string>): string {
  const source = sourceOf(schema, known);
  return known.get(source) ?? source;
}

function sourceOf(schema: Schema, known: ReadonlyMap<string, string>): string {
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words) return `oneOf(${words.map((word) => `'${String(word)}'`).join(', ')})`;
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) return eitherOf(forms.map((form) => shapeOf(form, known)));
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'integer' && schema.minimum !== undefined) return `whole(${schema.minimum})`;
  if (schema.type === 'number') return `decimal(${schema.minimum}, ${schema.maximum})`;
  if (schema.type === 'boolean') return 'flag';
  if (schema.type === 'array') return `list(${shapeOf(schema.items as Schema, known)})`;
  if (schema.type === 'object') return `object(${membersOf(schema, known)})`;
  throw new Error(`No shape is like ${JSON.stringify(schema)}.`);
}

/** A text with a pattern has at least one code unit. */
function textOf({ format, pattern, maxLength, minLength = pattern ? 1 : 0 }: Schema): string {
  if (format === 'uuid') return 'text(36, 36)';
  return minLength > 0 ? `text(${maxLength}, ${minLength})` : `text(${maxLength})`;
}

function membersOf({ properties = {}, required = [] }: Schema, known: ReadonlyMap<string, string>) {
  const entries = Object.entries(properties as Members).map(([name, member]) => {
    const shape = shapeOf(member, known);
    const entry = required.includes(name) ? shape : `optional(${shape})`;
    return entry === name ? name : `${name}: ${entry}`;
  });
  return `{ ${entries.join(', ')} }`;
}

/** Halves, so that a fault is found in few steps. */
function eitherOf(forms: readonly string[]): string {
  if (forms.length === 1) return forms[0]!;
  const half = Math.ceil(forms.length / 2);
  return `either(${eitherOf(forms.slice(0, half))}, ${eitherOf(forms.slice(half))})`;
}
