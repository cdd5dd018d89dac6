import { api, builtins, featureOf, type Feature } from './compat.ts';
import { exceptions, shellFallback } from './exceptions.ts';

/** The part of a plugin that Vite, Rolldown and Rollup call alike. */
interface BundlePlugin {
  readonly name: string;
  /** Vite alone calls it. */
  configResolved(config: { readonly isProduction: boolean }): void;
  generateBundle(
    this: { parse(code: string): unknown },
    options: unknown,
    bundle: Readonly<Record<string, { readonly type: string; readonly code?: string }>>,
  ): void;
}

interface RefuseOptions {
  /** The shell's fallback is there. */
  readonly hasFallback?: boolean;
  /** Functions that only look like built-ins: a library checks that they are there, or defines them itself. */
  readonly otherNames?: readonly string[];
}

/**
 * Fails a build whose scripts use what supported browsers lack, in libraries as well: syntax of regular expressions,
 * functions and constructors of the language's built-in objects, static functions and constructors of the platform.
 * It fails as well where it has no use for one of the other names. Libraries for development are not looked at.
 */
export function refuseMissing({
  hasFallback = false,
  otherNames = [],
}: RefuseOptions = {}): BundlePlugin {
  let isProduction = true;
  return {
    name: 'lectern:browsers',
    configResolved: (config) => void ({ isProduction } = config),
    generateBundle(_options, bundle) {
      if (!isProduction) return;
      const needless = new Set(otherNames);
      // An exception for files does not hold for libraries.
      const isAllowed = ({ key }: Feature) =>
        typeof exceptions[key] === 'string' || (hasFallback && shellFallback.includes(key));
      const isOther = ({ key }: Feature) => {
        const [, name = ''] = /(\w+?)(?:_static)?$/.exec(key) ?? [];
        needless.delete(name);
        return otherNames.includes(name);
      };
      const faults = Object.entries(bundle).flatMap(([file, { code }]) =>
        (code === undefined ? [] : missingIn(this.parse(code)))
          .filter((features) => !features.some(isAllowed) && !features.some(isOther))
          .map(([feature]) => `${file}: ${feature!.key} is not in ${feature!.missing.join(', ')}`),
      );
      for (const name of needless) faults.push(`No script of this build needs the name ${name}.`);
      if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
    },
  };
}

/** A node of a script's syntax tree (ESTree). */
type Syntax = Readonly<Record<string, unknown>> & {
  readonly type?: string;
  readonly name?: string;
};

/** @returns the features of each use that some browser lacks: several where objects share the name. */
function missingIn(node: unknown): readonly (readonly Feature[])[] {
  if (typeof node !== 'object' || node === null) return [];
  return [...featuresOf(node as Syntax), ...Object.values(node).flatMap(missingIn)].filter(
    (features) => features.length > 0 && features.every(({ missing }) => missing.length > 0),
  );
}

function featuresOf(node: Syntax): readonly (readonly Feature[])[] {
  const { type = '' } = node;
  switch (type) {
    case 'Literal': {
      const { pattern = textOf(node), flags = '' } = (node['regex'] ?? {}) as Partial<Regex>;
      return [...featuresOfPattern(pattern), featuresOfFlags(flags)];
    }
    case 'TemplateElement':
      return featuresOfPattern(textOf(node));
    case 'CallExpression':
    case 'NewExpression': {
      const callee = node['callee'] as Syntax;
      const [, flags] = node['arguments'] as readonly Syntax[];
      return [
        type === 'NewExpression' ? featuresOfClass(callee) : featuresOfFunction(callee),
        callee.name === 'RegExp' && flags ? featuresOfFlags(textOf(flags)) : [],
      ];
    }
    default:
      return [];
  }
}

/** The parts of a literal regular expression. */
interface Regex {
  readonly pattern: string;
  readonly flags: string;
}

/** A text in quotes; minifiers write it as a template. */
function textOf({ type, value, quasis }: Syntax): string {
  if (type === 'TemplateLiteral') return (quasis as readonly Syntax[]).map(textOf).join('');
  return type === 'TemplateElement'
    ? ((value as { readonly cooked?: string | null }).cooked ?? '')
    : String(value);
}

/** @param pattern Of a regular expression, or a text that may become one. */
function featuresOfPattern(pattern: string): readonly (readonly Feature[])[] {
  const syntax = 'javascript.regular_expressions';
  return [
    /\(\?<[=!]/.test(pattern) ? listOf(featureOf(`${syntax}.lookbehind_assertion`)) : [],
    /\(\?[ims]*-?[ims]+:/.test(pattern) ? listOf(featureOf(`${syntax}.modifier`)) : [],
  ];
}

function featuresOfFlags(flags: string): readonly Feature[] {
  return flags.includes('v') ? listOf(featureOf('javascript.builtins.RegExp.unicodeSets')) : [];
}

function featuresOfClass(callee: Syntax): readonly Feature[] {
  const path = memberOf(callee)?.join('.') ?? callee.name;
  return listOf(featureOf(`javascript.builtins.${path}`, `api.${path}`));
}

function featuresOfFunction(callee: Syntax): readonly Feature[] {
  const member = memberOf(callee);
  if (!member) return [];
  const [object, name] = member;
  const ofObject = featureOf(
    `api.${object}.${name}_static`,
    `javascript.builtins.${object}.${name}`,
  );
  return ofObject ? [ofObject] : (builtInNames().get(name) ?? []);
}

/** @returns names of an object, empty where it has none, and of its member. */
function memberOf({
  type,
  computed,
  object,
  property,
}: Syntax): readonly [object: string, member: string] | undefined {
  if (type !== 'MemberExpression' || computed === true) return undefined;
  const member = property as Syntax;
  // Private members are the object's own.
  if (member.type !== 'Identifier') return undefined;
  return [(object as Syntax).name ?? '', member.name ?? ''];
}

function listOf(feature: Feature | undefined): readonly Feature[] {
  return feature ? [feature] : [];
}

let names: ReadonlyMap<string, readonly Feature[]> | undefined;

/** Functions by names that no object has in all supported browsers, because a bundle does not tell objects apart. */
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
