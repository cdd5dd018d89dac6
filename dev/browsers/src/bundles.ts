import { api, builtins, featureOf, type Feature } from './compat.ts';
import { exceptions, otherNames, shellFallback } from './exceptions.ts';

/** As far as bundlers are concerned (Vite, Rolldown, Rollup). */
interface BundlePlugin {
  readonly name: string;
  generateBundle(
    this: { parse(code: string): unknown },
    options: unknown,
    bundle: Readonly<Record<string, { readonly type: string; readonly code?: string }>>,
  ): void;
}

/**
 * Fails a build whose scripts use what supported browsers lack, in libraries as well: syntax of regular expressions,
 * functions of the language's built-in objects, and static functions of the platform.
 *
 * @param hasFallback Whether the shell's fallback is there.
 */
export function refuseMissing(hasFallback = false): BundlePlugin {
  return {
    name: 'lectern:browsers',
    generateBundle(_options, bundle) {
      const isAllowed = ({ key }: Feature) =>
        key in exceptions || (hasFallback && shellFallback.includes(key));
      const faults = Object.entries(bundle).flatMap(([file, { code }]) =>
        (code === undefined ? [] : missingIn(this.parse(code)))
          .filter((features) => !features.some(isAllowed))
          .map(([feature]) => `${file}: ${feature!.key} is not in ${feature!.missing.join(', ')}`),
      );
      if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
    },
  };
}

interface Literal {
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

type Syntax = Readonly<Record<string, unknown>> & Literal & { readonly type?: string };

/**
 * @param node Syntax tree of a script (ESTree).
 * @returns for each use that some browser lacks the features it may be of.
 */
function missingIn(node: unknown): readonly (readonly Feature[])[] {
  if (typeof node !== 'object' || node === null) return [];
  const syntax = node as Syntax;
  return [
    ...(syntax.type === 'Literal' ? featuresInLiteral(syntax) : []),
    ...(syntax.type === 'CallExpression' ? [featuresOfCallee(syntax['callee'] as Syntax)] : []),
    ...Object.values(syntax).flatMap(missingIn),
  ].filter(
    (features) => features.length > 0 && features.every(({ missing }) => missing.length > 0),
  );
}

function featuresOfCallee(callee: Syntax): readonly Feature[] {
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const { name } = callee['property'] as { readonly name: string };
  if (otherNames.has(name)) return [];
  const { name: object } = callee['object'] as { readonly name?: string };
  const ofObject = featureOf(
    `api.${object}.${name}_static`,
    `javascript.builtins.${object}.${name}`,
  );
  return ofObject ? [ofObject] : (builtInNames().get(name) ?? []);
}

/** @param literal A regular expression, or a text that may become one. */
function featuresInLiteral({ regex, value }: Literal): readonly (readonly Feature[])[] {
  const { pattern, flags } = regex ?? { pattern: String(value), flags: '' };
  const syntax = 'javascript.regular_expressions';
  return [
    /\(\?<[=!]/.test(pattern) && featureOf(`${syntax}.lookbehind_assertion`),
    /\(\?[ims]*-?[ims]+:/.test(pattern) && featureOf(`${syntax}.modifier`),
    flags.includes('v') && featureOf('javascript.builtins.RegExp.unicodeSets'),
  ].flatMap((feature) => (feature ? [[feature]] : []));
}

let names: ReadonlyMap<string, readonly Feature[]> | undefined;

/** Functions by names that no object has in all supported browsers: of a name nobody knows whose it is. */
function builtInNames(): ReadonlyMap<string, readonly Feature[]> {
  if (names) return names;
  const found = new Map<string, Feature[]>();
  const inAll = new Set<string>();
  for (const [path, objects] of [
    ['javascript.builtins', builtins],
    ['api', api],
  ] as const)
    for (const [object, members] of Object.entries(objects))
      for (const member of Object.keys(members)) {
        const feature = featureOf(`${path}.${object}.${member}`);
        if (feature?.missing.length === 0) inAll.add(member.replace(/_static$/, ''));
        else if (feature && path !== 'api')
          found.set(member, [...(found.get(member) ?? []), feature]);
      }
  for (const name of inAll) found.delete(name);
  return (names = found);
}
