import { PackageRefused, quoted } from '../refusal.ts';
import {
  baseMaximumInCharacters,
  fileMaximum,
  markMaximum,
  namedFileMaximum,
  resourceMaximum,
} from './limits.ts';
import { fileFinder } from './file-finder.ts';
import { childOf, childrenOf, type XmlElement } from './read-xml.ts';

/** A resource that an item can show. */
export interface Resource {
  /** Address below the folder of the package's files, with query and fragment. */
  readonly address: string;
  readonly isSco: boolean;
}

export interface Resources {
  /** @throws {PackageRefused} where there is no such resource, or its file is missing. */
  find(identifier: string, item: XmlElement): Resource;
  /** Files that the manifest lists and the package has not: the first of them, and how many more. */
  readonly missingFiles: { readonly named: readonly string[]; readonly more: number };
}

/** Stands for the package's root; addresses elsewhere have another origin. */
const root = 'http://package.invalid/';
const packageOrigin = new URL(root).origin;

/**
 * Reads the resources; a launch file is looked for when an item asks for it.
 *
 * @throws {PackageRefused} where there are too many, or what they list lies outside the package.
 */
export function readResources(
  manifest: XmlElement,
  manifestPath: string,
  paths: ReadonlySet<string>,
): Resources {
  const all = listedIn(manifest);
  const folder = manifestPath.slice(0, manifestPath.lastIndexOf('/') + 1);
  const whereIs = ({ line }: XmlElement) => `${quoted(manifestPath)}, line ${line}`;
  if (all.length > resourceMaximum)
    throw new PackageRefused(
      `${whereIs(manifest)}: there are more than ${resourceMaximum} resources.`,
    );
  const find = fileFinder(paths);
  const byIdentifier = new Map<string, Listed>();
  for (const listed of all) {
    const identifier = listed.resource.attributes.get('identifier');
    if (identifier !== undefined && !byIdentifier.has(identifier))
      byIdentifier.set(identifier, listed);
  }
  const resources = new Map<string, Resource>();

  /** Bases of a resource's addresses, the likelier one first. */
  function basesOf({ resource, within }: Listed): readonly URL[] {
    const bases = [...within, resource].flatMap((element) => {
      const base = element.attributes.get('xml:base');
      if (base === undefined) return [];
      if (base.length > baseMaximumInCharacters)
        throw new PackageRefused(
          `${whereIs(element)}: the xml:base is longer than ${baseMaximumInCharacters} characters.`,
        );
      // A base is a folder, which has neither query nor fragment.
      return base.replaceAll(/[?#]/g, encodeURIComponent);
    });
    const packageFolder = new URL(folder.split('/').map(encodeURIComponent).join('/'), root);
    const asWritten = bases.reduce(resolve, packageFolder);
    if (bases.every((base) => base.endsWith('/'))) return [asWritten];
    // Bases end with a slash; where one does not, its author has often meant it.
    return [
      asWritten,
      bases.map((base) => (base.endsWith('/') ? base : `${base}/`)).reduce(resolve, packageFolder),
    ];
  }

  function locate(href: string, resource: XmlElement, bases: readonly URL[]): Located {
    const written = href.replaceAll('\\', '/');
    for (const base of bases) {
      const plain = resolve(base, written);
      if (plain.origin !== packageOrigin)
        throw new PackageRefused(`${whereIs(resource)}: ${quoted(href)} lies outside the package.`);
      for (const { name, rest } of readingsOf(written)) {
        const url = name === written ? plain : resolve(base, name);
        const path = find(pathOf(url));
        if (path !== undefined) return { path, rest, wanted: path };
      }
    }
    return { rest: '', wanted: pathOf(resolve(bases[0]!, written)) };
  }

  function read(identifier: string, item: XmlElement): Resource {
    const listed = byIdentifier.get(identifier);
    if (!listed)
      throw new PackageRefused(`${whereIs(item)}: there is no resource ${quoted(identifier)}.`);
    const { resource } = listed;
    const href = resource.attributes.get('href');
    if (!href)
      throw new PackageRefused(
        `${whereIs(resource)}: the resource ${quoted(identifier)} has no href to open.`,
      );
    const { path, rest, wanted } = locate(href, resource, basesOf(listed));
    if (path === undefined) {
      const similar = [...paths].find(
        (other) => other.toLowerCase() === wanted.normalize('NFC').toLowerCase(),
      );
      const hint = similar ? ` (there is ${quoted(similar)}; case matters on web servers)` : '';
      throw new PackageRefused(
        `${whereIs(resource)}: the launch file ${quoted(wanted)} is not in the package${hint}.`,
      );
    }
    const type = resource.attributes.get('scormtype') ?? resource.attributes.get('scormType');
    return {
      address: path.split('/').map(encodeURIComponent).join('/') + rest,
      isSco: type?.toLowerCase() === 'sco',
    };
  }

  function findMissing(): Resources['missingFiles'] {
    const named: string[] = [];
    let listed = 0;
    let missing = 0;
    for (const entry of all) {
      const { resource } = entry;
      const files = childrenOf(resource, 'file');
      listed += files.length;
      if (listed > fileMaximum)
        throw new PackageRefused(
          `${whereIs(resource)}: the resources list more than ${fileMaximum} files.`,
        );
      const bases = files.length === 0 ? [] : basesOf(entry);
      for (const { attributes } of files) {
        const href = attributes.get('href');
        if (!href || /^[a-z][a-z+.-]+:/i.test(href)) continue;
        const { path, wanted } = locate(href, resource, bases);
        if (path !== undefined) continue;
        missing += 1;
        if (named.length < namedFileMaximum) named.push(wanted);
      }
    }
    return { named, more: missing - named.length };
  }

  return {
    // Many items may show one resource, with parameters of their own.
    find(identifier, item) {
      const resource = resources.get(identifier) ?? read(identifier, item);
      resources.set(identifier, resource);
      return resource;
    },
    missingFiles: findMissing(),
  };
}

/**
 * An address with the parameters that an item or a resource adds (SCORM 2004 CAM, section 3.4.1.14;
 * 1.2 has the same rules).
 */
export function withParameters(address: string, parameters: string | undefined): string {
  const added = parameters?.trim().replace(/^[?&]+/, '') ?? '';
  if (added === '') return address;
  if (added.startsWith('#')) return address.includes('#') ? address : address + added;
  const end = address.includes('#') ? address.indexOf('#') : address.length;
  const page = address.slice(0, end);
  return `${page}${page.includes('?') ? '&' : '?'}${added}${address.slice(end)}`;
}

/** A resource, and the elements around it whose bases count for it, the outermost first. */
interface Listed {
  readonly resource: XmlElement;
  readonly within: readonly XmlElement[];
}

/** The resources of a manifest and of the manifests in it (IMS CP 1.1.4, section 3.3). */
function listedIn(manifest: XmlElement, around: readonly XmlElement[] = []): readonly Listed[] {
  const container = childOf(manifest, 'resources');
  const within = [...around, manifest];
  return [
    ...childrenOf(container, 'resource').map((resource) => ({
      resource,
      within: container ? [...within, container] : within,
    })),
    ...childrenOf(manifest, 'manifest').flatMap((inner) => listedIn(inner, within)),
  ];
}

/** A file of the package, and what its address goes on with; no path where the package has no such file. */
interface Located {
  readonly path?: string;
  /** Query and fragment, as written. */
  readonly rest: string;
  readonly wanted: string;
}

/**
 * The names that an address may mean: files are often written as they are called, without the percent signs
 * of an address, so `#` and `?` may belong to the name. The longest name goes first, and as written before
 * decoded.
 */
function* readingsOf(href: string): Generator<{ readonly name: string; readonly rest: string }> {
  const marks = [...href.matchAll(/[?#]/g)].slice(0, markMaximum).map(({ index }) => index);
  const ends = [href.length, ...marks.toReversed()];
  for (const end of ends) {
    const written = href.slice(0, end);
    const rest = href.slice(end);
    yield { name: written.replaceAll(/[%?#]/g, encodeURIComponent), rest };
    if (written.includes('%'))
      yield { name: written.replaceAll(/[?#]/g, encodeURIComponent), rest };
  }
}

/** Against the address itself where the reference is none. */
function resolve(base: URL, reference: string): URL {
  // A percent sign that begins no encoded byte stands for itself.
  const written = reference.replaceAll('\\', '/').replaceAll(/%(?![\da-f]{2})/gi, '%25');
  return URL.canParse(written, base.href) ? new URL(written, base) : base;
}

/** The path of a file of the package, decoded where it is well-formed UTF-8. */
function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}
