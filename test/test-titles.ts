import { isFields, isList, staticValue, type Value } from './static-value.ts';
import { children, readSource, textOf, type Node } from './syntax-tree.ts';

const groupFunction = 'describe';
const testFunctions: ReadonlySet<unknown> = new Set([groupFunction, 'it', 'test']);
/** What is marked so shows nothing, at least not everywhere. */
const marksOfTestsThatMayNotRun: ReadonlySet<unknown> = new Set([
  'fails',
  'runIf',
  'skip',
  'skipIf',
  'todo',
]);
const marksOfTables: ReadonlySet<unknown> = new Set(['each', 'for']);

interface Title {
  readonly text: string;
  /** Whether others do not run where this one does. */
  readonly isOnly: boolean;
}

/**
 * The titles of a file's tests that run, each behind those of the groups around it: `a group › a test`.
 * Of a test for each row of a table there is one as it is written, and one for each row that the source
 * tells, also where the table stands in another file.
 */
export function testTitles(file: string): readonly string[] {
  return running(titlesIn(readSource(file).program, file, [''])).map(({ text }) => text);
}

function running(titles: readonly Title[]): readonly Title[] {
  return titles.some(({ isOnly }) => isOnly) ? titles.filter(({ isOnly }) => isOnly) : titles;
}

function titlesIn(node: Node, file: string, around: readonly string[]): readonly Title[] {
  const declared = readDeclaration(node);
  if (declared === 'may not run') return [];
  if (!declared) return children(node).flatMap((child) => titlesIn(child, file, around));
  const { title, table, body } = declared;
  const rows = table && staticValue(table, file);
  const cases = isList(rows) ? rows.map((row) => titleOf(title, row)) : [];
  const own = [...new Set([title, ...cases])];
  const texts = around.flatMap((outer) => own.map((one) => (outer ? `${outer} › ${one}` : one)));
  const within = running(body.flatMap((part) => titlesIn(part, file, texts)));
  const isOnly = declared.isOnly || within.some((one) => one.isOnly);
  // A group shows nothing by itself.
  const shown = declared.isGroup ? [] : texts.map((text) => ({ text, isOnly }));
  return [...shown, ...within.map((one) => ({ ...one, isOnly }))];
}

interface Declaration {
  readonly title: string;
  /** What `each` or `for` was given. */
  readonly table: Node | undefined;
  readonly body: readonly Node[];
  readonly isGroup: boolean;
  readonly isOnly: boolean;
}

/** Reads `test(title, …)`, `describe.each(table)(title, …)` and the like; nothing where it is none. */
function readDeclaration(node: Node): Declaration | 'may not run' | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first, ...body] = node['arguments'] as readonly Node[];
  const title = first && textOf(first);
  const marks = new Set<unknown>();
  let callee = node['callee'] as Node;
  let table: Node | undefined;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression') {
    const called = callee.type === 'CallExpression' ? callee : undefined;
    const member = called ? (called['callee'] as Node) : callee;
    if (member.type !== 'MemberExpression') return undefined;
    const mark = (member['property'] as Node)['name'];
    marks.add(mark);
    if (called && marksOfTables.has(mark)) [table] = called['arguments'] as readonly Node[];
    callee = member['object'] as Node;
  }
  if (title === undefined || !testFunctions.has(callee['name'])) return undefined;
  for (const option of body.filter(({ type }) => type === 'ObjectExpression').flatMap(children))
    if (option.type === 'Property') marks.add((option['key'] as Node)['name']);
  if ([...marks].some((mark) => marksOfTestsThatMayNotRun.has(mark))) return 'may not run';
  return {
    title,
    table,
    body,
    isGroup: callee['name'] === groupFunction,
    isOnly: marks.has('only'),
  };
}

/**
 * The title of a row: its columns in the order of `%s` and the like, or properties by `$name`. What the
 * source does not tell stays as it is written.
 */
function titleOf(title: string, row: Value): string {
  const columns = isList(row) ? row : [row];
  let next = 0;
  return title.replaceAll(/%[sdifjoOc%]|\$[\w.]+/g, (placeholder) => {
    if (placeholder === '%%') return '%';
    const value = placeholder.startsWith('%')
      ? columns[next++]
      : propertyOf(columns[0], placeholder.slice(1));
    return (placeholder === '%j' ? jsonOf(value) : textIn(value)) ?? placeholder;
  });
}

function propertyOf(value: Value, path: string): Value {
  return path
    .split('.')
    .reduce<Value>((at, name) => (isFields(at) ? at.get(name) : undefined), value);
}

function textIn(value: Value): string | undefined {
  return value === undefined || isList(value) || isFields(value) ? undefined : String(value);
}

function jsonOf(value: Value): string | undefined {
  return textIn(value) === undefined ? undefined : JSON.stringify(value);
}
