import { readSource, textOf, type Node } from './syntax-tree.ts';

/** What an expression stands for as far as the source says so; nothing where it does not. */
export type Value = Plain | readonly Value[] | Fields | undefined;
type Plain = string | number | boolean;
/** An object's properties. */
export type Fields = ReadonlyMap<string, Value>;

/** Where an expression stands. */
interface Place {
  readonly file: string;
  /** Values of the parameters around it. */
  readonly parameters: Fields;
}

/** Constants whose value is being read: one that needs itself has none. */
const underWay = new Set<Node>();

/** What an expression of this file stands for, also by way of constants of other files. */
export function staticValue(node: Node, file: string): Value {
  return valueOf(node, { file, parameters: new Map() });
}

function valueOf(node: Node, place: Place): Value {
  const text = textOf(node);
  if (text !== undefined) return text;
  switch (node.type) {
    case 'Literal':
      return plainOf(node['value']);
    case 'ArrayExpression':
      return elementsOf(node, place);
    case 'ObjectExpression':
      return fieldsOf(node, place);
    case 'Identifier':
      return namedValue(String(node['name']), place);
    case 'MemberExpression':
      return memberOf(node, place);
    case 'CallExpression':
      return resultOf(node, place);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return valueOf(node['expression'] as Node, place);
    default:
      return undefined;
  }
}

/** Of `null` and patterns nothing: they are objects. */
function plainOf(value: unknown): Plain | undefined {
  return typeof value === 'object' ? undefined : (value as Plain);
}

/** Of a list that is spread in, and not known, nothing. */
function elementsOf(node: Node, place: Place): readonly Value[] {
  return (node['elements'] as readonly (Node | null)[]).flatMap((element) => {
    if (element?.type !== 'SpreadElement') return [element ? valueOf(element, place) : undefined];
    const spread = valueOf(element['argument'] as Node, place);
    return isList(spread) ? spread : [];
  });
}

function fieldsOf(node: Node, place: Place): Fields {
  const fields = (node['properties'] as readonly Node[]).flatMap((property) => {
    if (property.type === 'SpreadElement') {
      const spread = valueOf(property['argument'] as Node, place);
      return isFields(spread) ? [...spread] : [];
    }
    const name = property['computed'] ? undefined : nameOf(property['key'] as Node);
    return name === undefined ? [] : [[name, valueOf(property['value'] as Node, place)] as const];
  });
  return new Map(fields);
}

/** How a property is written: by a name, a text, or a number. */
function nameOf({ name, value }: Node): string | undefined {
  if (typeof name === 'string') return name;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function namedValue(name: string, { file, parameters }: Place): Value {
  if (parameters.has(name)) return parameters.get(name);
  const { constants, imports } = readSource(file);
  const imported = imports.get(name);
  const origin = imported?.file ?? file;
  const constant = imported ? readSource(origin).constants.get(imported.name) : constants.get(name);
  if (!constant || underWay.has(constant)) return undefined;
  underWay.add(constant);
  const value = staticValue(constant, origin);
  underWay.delete(constant);
  return value;
}

function memberOf(node: Node, place: Place): Value {
  const of = valueOf(node['object'] as Node, place);
  const name = node['computed'] ? undefined : nameOf(node['property'] as Node);
  return isFields(of) && name !== undefined ? of.get(name) : undefined;
}

/** Of calls only `list.map((element) => …)` is known: others may leave out what a table then lacks. */
function resultOf(node: Node, place: Place): Value {
  const callee = node['callee'] as Node;
  const [callback] = node['arguments'] as readonly Node[];
  const method =
    callee.type === 'MemberExpression' ? nameOf(callee['property'] as Node) : undefined;
  if (method !== 'map' || callback?.type !== 'ArrowFunctionExpression') return undefined;
  const list = valueOf(callee['object'] as Node, place);
  const [parameter] = callback['params'] as readonly Node[];
  if (!isList(list) || parameter?.type !== 'Identifier' || !callback['expression'])
    return undefined;
  const name = String(parameter['name']);
  return list.map((element) => {
    const parameters = new Map([...place.parameters, [name, element]]);
    return valueOf(callback['body'] as Node, { file: place.file, parameters });
  });
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isFields(value: Value): value is Fields {
  return value instanceof Map;
}
