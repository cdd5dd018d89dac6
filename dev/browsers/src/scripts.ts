import { SyntaxKind, type CallExpression, type Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isJsxAttribute,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { API, type Project, type Symbol } from 'typescript/unstable/sync';
import { api, attributeFeature, featureOf, widestFeature, type Feature } from './compat.ts';

export interface Use {
  readonly feature: Feature;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/**
 * The platform's features that a project's scripts use, those of other packages among them. The compiler says which
 * interface a name belongs to: `copies.at(-1)` is an array's.
 *
 * @param configFiles `tsconfig.json` of each project.
 */
export function usesInProjects(
  root: string,
  configFiles: string[],
): ReadonlyMap<string, readonly Use[]> {
  const compiler = new API({ cwd: root });
  try {
    const snapshot = compiler.updateSnapshot({ openProjects: configFiles });
    return new Map(
      configFiles.map((file) => {
        const project = snapshot.getProject(file);
        if (!project) throw new Error(`${file} is no project.`);
        return [file, usesIn(project)];
      }),
    );
  } finally {
    compiler.close();
  }
}

const libraryFile = /\/lib\.[^/]*\.d\.ts$/;

function usesIn({ program, checker }: Project): readonly Use[] {
  const ours = program
    .getSourceFileNames()
    .filter((file) => !file.includes('/node_modules/') && !libraryFile.test(file));
  return ours.flatMap((file) => {
    const source = program.getSourceFile(file)!;
    const names: Node[] = [];
    const found: Found[] = [];
    collect(source, names, found);
    const symbols = checker.getSymbolAtLocation(names);
    for (const [index, symbol] of symbols.entries()) {
      const node = names[index]!;
      if (symbol?.declarations.some(({ path }) => libraryFile.test(path)))
        found.push({ node, feature: featureOfSymbol(symbol, node) });
    }
    return found.flatMap(({ node, feature }) => {
      if (!feature) return [];
      const line = source.text.slice(0, node.end).split('\n').length;
      return [{ feature, file, line }];
    });
  });
}

interface Found {
  readonly node: Node;
  readonly feature: Feature | undefined;
}

/** Names of values, events and attributes; types are gone when the script runs. */
function collect(node: Node, names: Node[], found: Found[]): void {
  const { kind } = node;
  if (kind >= SyntaxKind.FirstTypeNode && kind <= SyntaxKind.LastTypeNode) return;
  if (kind === SyntaxKind.InterfaceDeclaration || kind === SyntaxKind.TypeAliasDeclaration) return;
  if (isIdentifier(node)) names.push(node);
  if (isJsxAttribute(node) && isIdentifier(node.name))
    found.push({ node, feature: attributeFeature(node.name.text.toLowerCase()) });
  if (isCallExpression(node)) found.push(...namedIn(node));
  node.forEachChild((child) => collect(child, names, found));
}

const elementMakers = new Set(['button', 'el', 'element']);
const attributeSetters = new Set(['setAttribute', 'toggleAttribute']);

/** Events and attributes that a call names in quotes. */
function namedIn({ expression, arguments: given }: CallExpression): readonly Found[] {
  const [first] = given;
  const text = first && isStringLiteral(first) ? first.text : undefined;
  const method = isPropertyAccessExpression(expression)
    ? expression.name.text
    : isIdentifier(expression) && expression.text;
  if (first && text !== undefined && method) {
    if (method === 'addEventListener')
      return [{ node: first, feature: widestFeature(api, 'api', `${text}_event`) }];
    if (attributeSetters.has(method)) return [{ node: first, feature: attributeFeature(text) }];
  }
  if (!isIdentifier(expression) || !elementMakers.has(expression.text)) return [];
  return given
    .filter(isObjectLiteralExpression)
    .flatMap(({ properties }) =>
      properties
        .filter(isPropertyAssignment)
        .flatMap(({ name }) =>
          isIdentifier(name) || isStringLiteral(name)
            ? [{ node: name, feature: attributeFeature(name.text) }]
            : [],
        ),
    );
}

function featureOfSymbol(symbol: Symbol, node: Node): Feature | undefined {
  const { name } = symbol;
  const holder = symbol.getParent()?.name.replace(/^(Readonly|Callable)/, '');
  if (holder === undefined)
    return featureOf(`api.${name}`, `javascript.builtins.${name}`, `api.Window.${name}`);
  // The statics of an interface of the DOM stand in a type without a name.
  if (holder === '__type') {
    const { parent } = node;
    const object = isPropertyAccessExpression(parent) ? parent.expression : undefined;
    return object && isIdentifier(object)
      ? featureOf(`api.${object.text}.${name}_static`)
      : undefined;
  }
  if (holder === 'CSSStyleProperties' || holder === 'CSSStyleDeclaration') {
    const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const feature = featureOf(`css.properties.${property}`);
    if (feature) return feature;
  }
  const builtin = holder.replace(/Constructor$|Object$/, '');
  return (
    featureOf(
      `api.${holder}.${name}`,
      `api.${holder}.${name}_static`,
      `api.${holder.toLowerCase()}.${name}_static`,
      `javascript.builtins.${builtin}.${name}`,
      `javascript.builtins.Intl.${builtin}.${name}`,
    ) ??
    // A mixin of the DOM, such as ARIAMixin: MDN names the interfaces that take it in.
    (symbol.declarations.some(({ path }) => path.includes('/lib.dom.'))
      ? (featureOf(`api.${name}`) ?? widestFeature(api, 'api', name))
      : undefined)
  );
}
