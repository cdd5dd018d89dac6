import { quoted } from '../refusal.ts';
import { launchMethods, moveOns, type Cmi5Au } from '../cmi5-structure.ts';
import type { FindFile } from './file-finder.ts';
import type { XmlElement } from './read-xml.ts';
import type { SchemaReader } from './xml-schema.ts';

/** Members of an assignable unit that a block lacks (cmi5, section 13.1.4). */
type AuDetails = Omit<Cmi5Au, 'description' | 'id' | 'objective_ids' | 'parent_id' | 'title'>;

/** Names that the address of a unit must leave to the launch (cmi5, section 8.1). */
const launchParameters = ['endpoint', 'fetch', 'actor', 'registration', 'activityId'];

/** @throws {PackageRefused} */
export function readAuDetails(
  au: XmlElement,
  schema: SchemaReader,
  find: FindFile | undefined,
): AuDetails {
  const textOf = (name: string) =>
    schema
      .own(au)
      .find((child) => child.name === name)
      ?.text.trim();
  const mastery = masteryScoreOf(au, schema);
  const [parameters, entitlementKey] = [textOf('launchParameters'), textOf('entitlementKey')];
  const activityType = au.attributes.get('activityType')?.trim();
  return {
    url: addressOf(au, textOf('url') ?? '', schema, find),
    launch_method: choiceOf(au, 'launchMethod', launchMethods, schema),
    move_on: choiceOf(au, 'moveOn', moveOns, schema),
    ...(mastery !== undefined && { mastery_score: mastery }),
    ...(parameters !== undefined && { launch_parameters: parameters }),
    ...(entitlementKey !== undefined && { entitlement_key: entitlementKey }),
    ...(activityType && { activity_type: activityType }),
  };
}

/** The first is what an absent attribute means. */
function choiceOf<Choice extends string>(
  au: XmlElement,
  name: string,
  choices: readonly [Choice, ...Choice[]],
  schema: SchemaReader,
): Choice {
  const value = au.attributes.get(name)?.trim();
  if (value === undefined) return choices[0];
  const word = choices.find((choice) => choice === value);
  return (
    word ?? schema.refuse(au, `${name} ${quoted(value)} must be one of ${choices.join(', ')}.`)
  );
}

/** A decimal of XML Schema from 0 to 1, with up to four places. */
function masteryScoreOf(au: XmlElement, schema: SchemaReader): number | undefined {
  const text = au.attributes.get('masteryScore')?.trim();
  if (text === undefined) return undefined;
  const score = /^[+-]?(?:\d+(?:\.\d{0,4}0*)?|\.\d{1,4}0*)$/.test(text) ? Number(text) : NaN;
  if (score >= 0 && score <= 1) return score + 0;
  return schema.refuse(
    au,
    `masteryScore ${quoted(text)} is not a number from 0 to 1 with up to four decimal places.`,
  );
}

/** Any origin, so that what leads out of the package is seen. */
const packageBase = 'https://package.invalid/';

function addressOf(
  au: XmlElement,
  url: string,
  schema: SchemaReader,
  find: FindFile | undefined,
): string {
  const address = url === '' ? null : URL.parse(url, packageBase);
  if (!address || !/^https?:$/.test(address.protocol))
    return schema.refuse(au, `its address ${quoted(url)} does not lead to a web page.`);
  const taken = launchParameters.find((name) => address.searchParams.has(name));
  if (taken !== undefined)
    schema.refuse(au, `its address has the parameter ${quoted(taken)}, which launches have.`);
  if (address.origin !== new URL(packageBase).origin) return url;
  if (!find)
    schema.refuse(
      au,
      `its address ${quoted(url)} is relative, and there is no package that contains it.`,
    );
  const path = pathOf(address);
  const packed = find(path);
  if (packed === path) return url;
  if (packed === undefined)
    return schema.refuse(au, `its file ${quoted(url)} is not in the package.`);
  return packed.split('/').map(encodeURIComponent).join('/') + address.search + address.hash;
}

/** Where a percent sign stands for itself, it stays. */
function pathOf({ pathname }: URL): string {
  const path = pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
