import { PackageRefused, quoted } from '../refusal.ts';
import {
  baseMaximumInCharacters,
  fileMaximum,
  namedFileMaximum,
  resourceMaximum,
} from './limits.ts';
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
  const container = childOf(manifest, 'resources');
  const elements = childrenOf(container, 'resource');
  const folder = manifestPath.slice(0, manifestPath.lastIndexOf('/') + 1);
  const whereIs = ({ line }: XmlElement) => `${quoted(manifestPath)}, line ${line}`;
  if (elements.length > resourceMaximum)
    throw new PackageRefused(
      `${whereIs(manifest)}: there are more than ${resourceMaximum} resources.`,
    );
  const byNormalForm = new Map([...paths].map((path) => [path.normalize('NFC'), path]));
  const byIdentifier = new Map<string, XmlElement>();
  for (const element of elements) {
    const identifier = element.attributes.get('identifier');
    if (identifier !== undefined && !byIdentifier.has(identifier))
      byIdentifier.set(identifier, element);
  }
  const found = new Map<string, Resource>();

  /** What addresses of a resource are relative to, the likelier one first. */
  function basesOf(resource: XmlElement): readonly URL[] {
    const bases = [manifest, container, resource].flatMap((element) => {
      const base = element?.attributes.get('xml:base') ?? [];
      if (element && base.length > baseMaximumInCharacters)
        throw new PackageRefused(
          `${whereIs(element)}: the xml:base is longer than ${baseMaximumInCharacters} characters.`,
        );
      return base;
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

  function locate(
    href: string,
    resource: XmlElement,
    bases: readonly URL[],
  ): { path?: string; wanted: string; url: URL } {
    let first: { wanted: string; url: URL } | undefined;
    for (const base of bases) {
      const url = resolve(base, href);
      if (url.origin !== new URL(root).origin)
        throw new PackageRefused(`${whereIs(resource)}: ${quoted(href)} lies outside the package.`);
      const wanted = decodePath(url.pathname.slice(1));
      const path = [url.pathname.slice(1), wanted]
        .map((candidate) => byNormalForm.get(candidate.normalize('NFC')))
        .find((candidate) => candidate !== undefined);
      if (path !== undefined) return { path, wanted, url };
      first ??= { wanted, url };
    }
    return first!;
  }

  function read(identifier: string, item: XmlElement): Resource {
    const resource = byIdentifier.get(identifier);
    if (!resource)
      throw new PackageRefused(`${whereIs(item)}: there is no resource ${quoted(identifier)}.`);
    const href = resource.attributes.get('href')?.trim();
    if (!href)
      throw new PackageRefused(
        `${whereIs(resource)}: the resource ${quoted(identifier)} has no href to open.`,
      );
    const { path, wanted, url } = locate(href, resource, basesOf(resource));
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
      address: path.split('/').map(encodeURIComponent).join('/') + url.search + url.hash,
      isSco: type?.toLowerCase() === 'sco',
    };
  }

  function findMissing(): Resources['missingFiles'] {
    const named: string[] = [];
    let listed = 0;
    let missing = 0;
    for (const resource of elements) {
      const files = childrenOf(resource, 'file');
      listed += files.length;
      if (listed > fileMaximum)
        throw new PackageRefused(
          `${whereIs(resource)}: the resources list more than ${fileMaximum} files.`,
        );
      const bases = files.length === 0 ? [] : basesOf(resource);
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
      const resource = found.get(identifier) ?? read(identifier, item);
      found.set(identifier, resource);
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
  const given = parameters?.trim().replace(/^[?&]+/, '') ?? '';
  if (given === '') return address;
  if (given.startsWith('#')) return address.includes('#') ? address : address + given;
  const end = address.includes('#') ? address.indexOf('#') : address.length;
  const page = address.slice(0, end);
  return `${page}${page.includes('?') ? '&' : '?'}${given}${address.slice(end)}`;
}

/** Against the address itself where the reference is none. */
function resolve(base: URL, reference: string): URL {
  const written = reference.replaceAll('\\', '/');
  return URL.canParse(written, base.href) ? new URL(written, base) : base;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
