import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/*
 * Documents of promises name the tests that keep them. This reporter fails a run in which such a test has gone:
 *
 *   docs/specification.md, docs/xapi.md   | … | `path` › piece of a title |
 *   docs/security.md                      | 7 | … | [file](../path) |, with `row 7` in a title of each file
 *   packages/sdk/src/protocol/rules.ts    'SAVE-1': …, with the id in a title of any file
 *
 * A run of some files is held to the rows of these.
 */

const checkout = fileURLToPath(new URL('..', import.meta.url));

interface NamedTest {
  /** The document. */
  readonly by: string;
  /** Path of the test's file; absent: any file of the whole run. */
  readonly path?: string;
  /** A piece of its title, behind those of its groups. */
  readonly title: string;
}

let vitest: Vitest;

export const namedTests: Reporter = {
  onInit(instance) {
    vitest = instance;
  },
  async onTestRunEnd(modules) {
    const isWhole =
      vitest.config.project.length === 0 &&
      modules.length === (await vitest.globTestSpecifications()).length;
    const missing = missingTests(readNamedTests(), titlesByPath(modules), isWhole);
    if (missing.length === 0) return;
    process.stderr.write(`\n Named tests that are not there:\n${missing.join('\n')}\n`);
    process.exitCode = 1;
  },
};

function titlesByPath(modules: readonly TestModule[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    modules.map((module) => [
      module.relativeModuleId,
      [...module.children.allTests()].map(({ fullName }) => fullName),
    ]),
  );
}

function missingTests(
  named: readonly NamedTest[],
  titles: ReadonlyMap<string, readonly string[]>,
  isWhole: boolean,
): readonly string[] {
  const all = [...titles.values()].flat();
  return named
    .filter(({ path, title }) => {
      if (!isWhole && (path === undefined || !titles.has(path))) return false;
      const candidates = path === undefined ? all : (titles.get(path) ?? []);
      return !candidates.some((candidate) => isIn(title, candidate));
    })
    .map(({ by, path = 'any file', title }) => `${by}: ${path} › ${title}`);
}

function readNamedTests(): readonly NamedTest[] {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8');
  const rows = ['docs/specification.md', 'docs/xapi.md'].flatMap((document) =>
    [...read(document).matchAll(/`([^`]+\.test\.tsx?)` › (.+?) *(?:<br>|\|$)/gm)].map(
      ([, path = '', title = '']) => ({ by: document, path, title }),
    ),
  );
  const attacks = [...read('docs/security.md').matchAll(/^\| (\d+) \|.*$/gm)].flatMap(
    ([row, number]) =>
      [...row.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => ({
        by: 'docs/security.md',
        path,
        title: `row ${number}`,
      })),
  );
  const rules = read('packages/sdk/src/protocol/rules.ts').matchAll(/^ {2}'([A-Z0-9]+-\d+)':/gm);
  const ids = [...rules].map(([, id]) => ({ by: 'rules.ts', title: id! }));
  return [...rows, ...attacks, ...ids];
}

/** True where a title has these words; a number does not go on in it. */
function isIn(words: string, title: string): boolean {
  const end = title.indexOf(words) + words.length;
  return end >= words.length && !(/\d$/.test(words) && /^\d/.test(title.slice(end)));
}
