import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

/*
 * Browsers that translate a page put other nodes in place of its texts. React finds its own no more, and takes the
 * whole page away when it removes one, or puts an element before it (facebook/react issue 11538). It needs neither
 * for a text that is alone in its element.
 */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

const source = resolve(import.meta.dirname, '../src');

it('texts that come and go stand in elements of their own, and so do texts behind elements that do', () => {
  const faults = globSync('**/*.tsx', { cwd: source }).flatMap((file) => {
    const code = readFileSync(resolve(source, file), 'utf8');
    const lineOf = ({ start }: Node) => code.slice(0, start).split('\n').length;
    return elementsIn(parseAst(code, { lang: 'tsx' }))
      .filter((element) => isAtRisk(element, code))
      .map((element) => `${file}:${lineOf(element)}`);
  });
  expect(faults).toEqual([]);
});

it.each([
  ['<p>{isOn && texts.on}{texts.rest}</p>', true],
  ['<p>{isOn ? texts.on : <b />} <i /></p>', true],
  ['<p>{isOn && <b>!</b>} {texts.rest}</p>', true],
  ['<>{isOn && <b />}{` ${rest}`}</>', true],
  ['<p>{isOn && texts.on}</p>', false],
  ['<p>{texts.rest} {isOn && <b>!</b>}</p>', false],
  ['<p>{isOn && <b>!</b>} <span>{texts.rest}</span></p>', false],
  ['<p>{isOn && <b>!</b>} {title}</p>', true],
  ['<p>{title ?? <b />} <i /></p>', true],
  ['<p>{isOn && heading} <b>{title}</b></p>', true],
  ['<p>{isOn && (isOff ? <b /> : label(7))} <b /></p>', true],
  ['<p>{isOn && <b>!</b>} {list.map((title) => <b>{title}</b>)} {children}</p>', false],
])('%s: %s', (code, expected) => {
  const [element] = elementsIn(parseAst(code, { lang: 'tsx' }));
  expect(isAtRisk(element!, code)).toBe(expected);
});

/** Elements and fragments, outer ones first. */
function elementsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type } = node as Node;
  const isElement = type === 'JSXElement' || type === 'JSXFragment';
  return [...(isElement ? [node as Node] : []), ...Object.values(node).flatMap(elementsIn)];
}

function isAtRisk(element: Node, code: string): boolean {
  const children = (element['children'] as Node[])
    .map((child) =>
      child.type === 'JSXExpressionContainer' ? (child['expression'] as Node) : child,
    )
    .filter((child) => !isBlank(child));
  if (children.length < 2) return false;
  const firstThatMayGo = children.findIndex((child) => branchesOf(child) !== undefined);
  const lastText = children.findLastIndex((child) => isText(child, code));
  return (
    (firstThatMayGo >= 0 && firstThatMayGo < lastText) ||
    children.some((child) => branchesOf(child)?.some((branch) => isText(branch, code)))
  );
}

/** Spaces are not translated. */
function isBlank({ type, value }: Node): boolean {
  if (type === 'JSXEmptyExpression') return true;
  return (type === 'JSXText' || type === 'Literal') && String(value).trim() === '';
}

/** Branches of a condition, where the expression is one. */
function branchesOf({
  type,
  operator,
  left,
  right,
  consequent,
  alternate,
}: Node): Node[] | undefined {
  if (type === 'ConditionalExpression') return [consequent as Node, alternate as Node];
  if (type !== 'LogicalExpression') return undefined;
  return operator === '&&' ? [right as Node] : [left as Node, right as Node];
}

/** True for all that is not certain to be elements, since they may come from anywhere. */
function isText(node: Node, code: string): boolean {
  const branches = branchesOf(node);
  if (branches) return branches.some((branch) => isText(branch, code));
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return false;
    case 'Literal':
      return typeof node['value'] === 'string';
    case 'ChainExpression':
      return isText(node['expression'] as Node, code);
    case 'CallExpression':
      return !isMap(node) && isText(node['callee'] as Node, code);
    case 'Identifier':
      return !holdsElements(String(node['name']), code);
    default:
      return true;
  }
}

/** True for lists, which are made of elements here. */
function isMap({ callee }: Node): boolean {
  return ((callee as Node)['property'] as Node | undefined)?.['name'] === 'map';
}

/** True for what a component is given between its tags, and for constants of elements and functions that make them. */
function holdsElements(name: string, code: string): boolean {
  return name === 'children' || new RegExp(`const ${name} = (?:\\(.*\\) => )?\\(?\\s*<`).test(code);
}
