import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Demands of ADL's SCORM 2004 4th Edition LMS suite (adlnet/SCORM-2004-4ed-Test-Suite) on a player. Each script
 * is a file of properties: in which order activities have to be launched, which calls their content makes, and
 * what the answers have to be, all of it in abbreviations that another file spells out.
 */

/** A call with what has to come back. */
export interface Call {
  readonly name:
    | 'Initialize'
    | 'Terminate'
    | 'Commit'
    | 'GetValue'
    | 'SetValue'
    | 'GetLastError'
    | 'GetErrorString'
    | 'GetDiagnostic'
    | typeof objectiveIds;
  readonly values: readonly string[];
  /** Absent: any answer will do. */
  readonly answer?: string;
  readonly maximumLength?: number;
  readonly error?: string;
}

/** No call of the standard: reads the identifiers of all objectives, answered in order with commas between. */
export const objectiveIds = 'objective identifiers';

/** An activity that has to be launched now. */
export interface Step {
  readonly activity: string;
  readonly calls: readonly Call[];
  /** Instruction to the learner after it, such as `Continue` or `Choice~Activity 3`. */
  readonly instruction: string;
  /** True where the content asks for what follows. */
  readonly asks: boolean;
}

export interface Script {
  readonly name: string;
  /** The item to begin with, by its title; absent: the player decides. */
  readonly start?: string;
  readonly steps: readonly Step[];
  readonly manifest: string;
}

const courses = 'software_development/TestSuite/LMSRTE/Courses';
const words =
  'software_development/resources/org/adl/testsuite/rte/lms/util/resources/Commands.properties';

/** The scripts that nobody has to look at the screen for. */
export async function readSuite(folder: string): Promise<readonly Script[]> {
  const spelled = new Map(await propertiesOf(join(folder, words)));
  const scripts: Script[] = [];
  for (const file of (await readdir(join(folder, courses, 'TestCases'))).toSorted()) {
    const name = file.replace('.properties', '');
    const properties = await propertiesOf(join(folder, courses, 'TestCases', file));
    if (valueOf(properties, 'TT').includes('uiTT')) continue;
    const start = valueOf(properties, 'start');
    scripts.push({
      name,
      ...(start !== '.' && { start }),
      steps: stepsOf(properties, spelled),
      manifest: await manifestOf(folder, name),
    });
  }
  return scripts;
}

type Properties = readonly (readonly [name: string, value: string])[];

async function propertiesOf(file: string): Promise<Properties> {
  return (
    (await readFile(file, 'latin1'))
      // A line that ends with a backslash goes on in the next one.
      .replaceAll(/\\\r?\n[ \t]*/g, '')
      .split(/\r?\n/)
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1).replaceAll(/\\(.)/g, '$1')] as const;
      })
  );
}

function valueOf(properties: Properties, name: string): string {
  return properties.find(([key]) => key === name)?.[1].trim() ?? '';
}

async function manifestOf(folder: string, name: string): Promise<string> {
  // One script has a course of two packages.
  for (const course of [name, `${name}a`]) {
    const path = join(folder, courses, `LMSTestPackage_${course}`, 'imsmanifest.xml');
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new Error(`The suite has no package for ${name}.`);
}

function stepsOf(properties: Properties, spelled: ReadonlyMap<string, string>): readonly Step[] {
  const steps: { id: string; activity: string; lines: string[]; instruction: string }[] = [];
  for (const [name, value] of properties) {
    const [, activity, visit, what] = /^Act(\w+?)V(\d+)\.(commands\.\d+|CUI)$/.exec(name) ?? [];
    if (activity === undefined || visit === undefined) continue;
    const id = `${activity} ${visit}`;
    if (steps.at(-1)?.id !== id) steps.push({ id, activity, lines: [], instruction: '' });
    const step = steps.at(-1)!;
    if (what === 'CUI') step.instruction = value.trim();
    else step.lines.push(value);
  }
  return steps.map(({ activity, lines, instruction }) => {
    const calls = lines.flatMap((line) => callOf(line, spelled) ?? []);
    const request = calls.findLast(({ values }) => values[0] === 'adl.nav.request');
    return { activity, calls, instruction, asks: request !== undefined };
  });
}

/**
 * `SET->c~CS!comp->t->0`: the call, its element and value, the answer, the error code.
 *
 * @throws {Error} for a command that is unknown here: without it, a script would count that was not played whole.
 */
function callOf(line: string, spelled: ReadonlyMap<string, string>): Call | undefined {
  const [kind, what = '', answer = '', ...rest] = line.split('->');
  const spell = (word: string) => spelled.get(word) ?? word;
  const error = rest.at(-1)?.trim() ?? '0';
  switch (kind) {
    case 'I':
      return { name: 'Initialize', values: [spell(what)], answer: spell(answer), error };
    case 'C':
      return { name: 'Commit', values: [spell(what)], answer: spell(answer), error };
    case 'T':
      return { name: 'Terminate', values: [spell(what)] };
    case 'SET': {
      const [element, value] = assignmentOf(what, spell);
      return { name: 'SetValue', values: [element, value], answer: spell(answer), error };
    }
    case 'GET': {
      const element = elementOf(what, spell);
      const isAny =
        /learner_(?:id|name)|comments_from_lms|_children/.test(element) ||
        (element.includes('&') && /\.id$/i.test(element));
      // The suite checks the validity of a request without looking at the error.
      const hasError = !element.includes('request_valid');
      return {
        name: 'GetValue',
        values: [element],
        ...(!isAny && { answer: spell(answer) }),
        ...(!isAny && hasError && { error }),
      };
    }
    case 'GLE':
      return { name: 'GetLastError', values: [], answer, error };
    case 'GES':
    case 'GeDi':
      return {
        name: kind === 'GES' ? 'GetErrorString' : 'GetDiagnostic',
        values: [what],
        ...(answer === 'emptyCS' ? { answer: '' } : { maximumLength: 255 }),
        error,
      };
    case 'COI':
      return { name: objectiveIds, values: [], answer: what.split(',').toSorted().join(',') };
    case undefined:
    default:
      // One line of the suite has lost its command; ADL's own player passes over it.
      if (kind?.startsWith('c~')) return undefined;
      throw new Error(`The command of ${line.slice(0, 80)} is unknown.`);
  }
}

function elementOf(what: string, spell: (word: string) => string): string {
  const parts = what.split('~').map((part) => part.split('!')[0]!);
  const [target, filled] = parts.slice(-2);
  if (target === 'tar' && filled !== undefined)
    return [...parts.slice(0, -2).map(spell), spell('tar').replace('%s', filled)].join('.');
  return parts.map(spell).join('.');
}

function assignmentOf(
  what: string,
  spell: (word: string) => string,
): readonly [element: string, value: string] {
  if (!what.includes('~'))
    return [what.slice(0, what.indexOf('!')), what.slice(what.indexOf('!') + 1)];
  const request = /^a~n~r!tar~([^~]+)~(.+)$/.exec(what);
  if (request)
    return ['adl.nav.request', spell('tar').replace('%s', request[1]!) + spell(request[2]!)];
  const parts = what.split('~');
  const last = parts.pop()!;
  const at = last.indexOf('!');
  return [[...parts, last.slice(0, at)].map(spell).join('.'), spell(last.slice(at + 1))];
}
