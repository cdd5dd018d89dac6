import * as annotations from '../../src/protocol/annotations.ts';
import * as cmi5 from '../../src/protocol/cmi5.ts';
import * as data from '../../src/protocol/data.ts';
import * as files from '../../src/protocol/files.ts';
import { requests } from '../../src/protocol/requests.ts';
import * as search from '../../src/protocol/search.ts';
import type { Shape } from '../../src/protocol/shape.ts';
import { docComments } from './doc-comments.ts';
import { block, code, paragraph } from './markdown.ts';
import { factoredOut, overLines, withNames } from './notation.ts';

/** A shape that the reference calls by a name. */
interface NamedShape {
  readonly name: string;
  readonly notation: string;
  readonly text?: string | undefined;
}

const scopeName = 'LocalStoreScope';

/** What a file of the protocol exports, as far as it is shapes. */
function shapesOf(file: string, exported: object): readonly NamedShape[] {
  const comments = docComments(new URL(`../../src/protocol/${file}.ts`, import.meta.url));
  return Object.entries(exported)
    .filter(([, value]: [string, Partial<NamedShape>]) => value.notation?.endsWith('[]') === false)
    .sort(([one], [other]) => comments.constants.indexOf(one) - comments.constants.indexOf(other))
    .map(([constant, { notation }]: [string, NamedShape]) => {
      const name =
        comments.typeNames.get(constant) ?? constant.replace(/^./, (sign) => sign.toUpperCase());
      return { name, notation, text: comments.texts.get(constant) };
    });
}

const shapes: readonly NamedShape[] = [
  { name: 'Hello', notation: requests.hello.payload.notation },
  { name: 'Greeting', notation: requests.hello.result.notation },
  ...shapesOf('data', data),
  ...shapesOf('annotations', annotations),
  ...shapesOf('search', search),
  ...shapesOf('files', files),
  ...shapesOf('cmi5', cmi5),
];
const names: ReadonlyMap<string, string> = new Map(
  shapes.map(({ name, notation }) => [notation, name]),
);

/** A shape in a cell: by its name, with a link, where it has one. */
export function shown({ notation, optional }: Shape<unknown>): string {
  const text = withNames(notation, names);
  const name = text.replace('[]', '');
  const isNamed = shapes.some((shape) => shape.name === name);
  const linked = isNamed ? `[${text.replace('[]', '\\[\\]')}](#${name.toLowerCase()})` : code(text);
  return `${text === '–' ? text : linked}${optional ? ' or nothing' : ''}`;
}

/** Every shape with a name: what it is, and its members. */
export function dataSections(): string {
  return shapes
    .map(({ name, notation, text }) => {
      const others = new Map([...names].filter(([other]) => other !== notation));
      const scope = [data.scope.notation, scopeName] as const;
      const own = name === scopeName ? notation : factoredOut(notation, scope);
      const type = `type ${name} = ${overLines(withNames(own, others))};`.replace('= \n', '=\n');
      return [`### ${name}`, ...(text ? [paragraph(text)] : []), block('ts', type)].join('\n\n');
    })
    .join('\n\n');
}
