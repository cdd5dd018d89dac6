import * as annotations from '../../src/protocol/annotations.ts';
import * as answers from '../../src/protocol/answers.ts';
import * as assignments from '../../src/protocol/assignments.ts';
import * as classes from '../../src/protocol/class.ts';
import * as cmi5 from '../../src/protocol/cmi5.ts';
import * as data from '../../src/protocol/data.ts';
import * as files from '../../src/protocol/files.ts';
import { events } from '../../src/protocol/events.ts';
import { requests } from '../../src/protocol/requests.ts';
import * as search from '../../src/protocol/search.ts';
import type { Shape } from '../../src/protocol/shape.ts';
import { docComments } from './doc-comments.ts';
import { code } from './markdown.ts';

/** A shape that the reference calls by a name, and the file that declares it. */
interface NamedShape {
  readonly name: string;
  readonly notation: string;
  readonly file: string;
}

/** The shapes among the exports of a file of the protocol. */
function shapesOf(file: string, exported: object): readonly NamedShape[] {
  const { typeNames } = docComments(new URL(`../../src/protocol/${file}.ts`, import.meta.url));
  return Object.entries(exported)
    .filter(([, value]: [string, Partial<NamedShape>]) => value.notation?.endsWith('[]') === false)
    .map(([constant, { notation }]: [string, NamedShape]) => {
      const name = typeNames.get(constant) ?? constant.replace(/^./, (sign) => sign.toUpperCase());
      return { name, notation, file };
    });
}

/** The longest first, so that a shape is not taken for a part of it. */
const shapes: readonly NamedShape[] = [
  { name: 'Hello', notation: requests.hello.payload.notation, file: 'requests' },
  { name: 'Greeting', notation: requests.hello.result.notation, file: 'requests' },
  { name: 'OpenAnswer', notation: events['open-answer'].notation, file: 'events' },
  ...shapesOf('data', data),
  ...shapesOf('annotations', annotations),
  ...shapesOf('answers', answers),
  ...shapesOf('search', search),
  ...shapesOf('files', files),
  ...shapesOf('class', classes),
  ...shapesOf('assignments', assignments),
  ...shapesOf('cmi5', cmi5),
].toSorted((one, other) => other.notation.length - one.notation.length);

/** A shape in a cell: by its name, with a link to its declaration, where it has one. */
export function shown({ notation, optional }: Shape<unknown>): string {
  const text = shapes.reduce(
    (whole, shape) =>
      whole
        .replaceAll(`(${shape.notation})[]`, `${shape.name}[]`)
        .replaceAll(shape.notation, shape.name),
    notation,
  );
  const named = shapes.find(({ name }) => name === text.replace('[]', ''));
  const address = `../../packages/sdk/src/protocol/${named?.file}.ts`;
  const linked = named ? `[${text.replace('[]', '\\[\\]')}](${address})` : code(text);
  return `${text === '–' ? text : linked}${optional ? ' or nothing' : ''}`;
}
