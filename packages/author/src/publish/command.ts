import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AuthorProblem, onlyWord, UsageProblem } from '../problem.ts';
import { textOf } from './fault.ts';
import { connectPlatform, type PublisherAccess, type PublisherPlatform } from './platform.ts';
import { counted, explained, publishFolder } from './publish-folder.ts';
import { readPublication, type Publication } from './read-publication.ts';

const accessOptions = {
  url: { type: 'string' },
  issuer: { type: 'string' },
  client: { type: 'string' },
} as const;

/** Codes that mean something else where nothing was sent. */
const rollBackExplanations = {
  FILES_MISSING:
    'A file of the previous version is no longer on the file gateway, so readers still see the current version. Publish the old folder again.',
  TEXTS_MISSING:
    'A text of the previous version is no longer there, so readers still see the current version. Publish the old folder again.',
};

/** `publish FOLDER`. @returns the exit code */
export async function publish(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...accessOptions, check: { type: 'boolean' } },
  });
  const publication = await readOrExplain(folderOf(onlyWord(positionals), 'publish'));
  const { begin, files, hints } = publication;
  const content = [
    counted(begin.topics.length, 'topic'),
    counted(begin.exercises.length, 'exercise'),
    counted(files.length, 'file'),
  ].join(', ');
  if (hints.length > 0) process.stderr.write(`${textOf(hints)}\n`);
  if (values.check) {
    process.stdout.write(`No problems found: ${content}.\n`);
    return 0;
  }
  const platform = connectPlatform(accessOf(values, process.env));
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const { signal } = ended;
    const { version, outcome } = await publishFolder(platform, publication, { signal, say });
    const name = `${begin.course.course_id}/${begin.issue.issue_id}`;
    say(
      outcome === 'unchanged'
        ? `${name} is already at version ${version}: nothing has changed.`
        : `${name} is version ${version} now: ${content}.`,
    );
    return 0;
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new AuthorProblem(
      'Interrupted: readers still see the previous version. Publish again to continue.',
      { cause: error },
    );
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** `publications MANDANT`. @returns the exit code */
export async function publications(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: accessOptions,
  });
  const mandant_identifier = onlyWord(positionals);
  if (mandant_identifier === undefined) {
    throw new UsageProblem('Give the publisher: lectern-author publications MANDANT.');
  }
  const { clag } = connectPlatform(accessOf(values, process.env));
  let cursor: string | undefined;
  do {
    const at = cursor === undefined ? {} : { cursor };
    const page = await explained(() =>
      clag.publishingList({ body: { mandant_identifier, ...at } }),
    );
    for (const issue of page.publications) {
      const { course_id, issue_id, title, current_version, versions } = issue;
      const live = current_version === undefined ? 'not live' : `version ${current_version}`;
      process.stdout.write(`${course_id}/${issue_id}  ${title}  ${live}\n`);
      for (const version of versions) {
        const mark = version.version === current_version ? '*' : ' ';
        process.stdout.write(`  ${mark} ${version.version}  ${stateOf(version, issue)}\n`);
      }
    }
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return 0;
}

type ListedIssue = Awaited<
  ReturnType<PublisherPlatform['clag']['publishingList']>
>['publications'][number];

function stateOf(
  { version, begun_at, switched_at }: ListedIssue['versions'][number],
  { current_version, versions }: ListedIssue,
): string {
  if (switched_at === undefined) return `begun ${begun_at}`;
  if (version !== current_version) return `was live from ${switched_at}`;
  // The service keeps when a version was shown first, not when a roll-back has shown it again.
  const isRolledBackTo = versions.some((other) => (other.switched_at ?? '') > switched_at);
  return isRolledBackTo ? `live again, first from ${switched_at}` : `live since ${switched_at}`;
}

/** `roll-back FOLDER`. @returns the exit code */
export async function rollBack(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: accessOptions,
  });
  const { begin } = await readOrExplain(folderOf(onlyWord(positionals), 'roll-back'));
  const platform = connectPlatform(accessOf(values, process.env));
  const key = { course_id: begin.course.course_id, issue_id: begin.issue.issue_id };
  const current = await currentVersionOf(platform, begin.mandant_identifier, key);
  const { version } = await explained(
    () => platform.clag.publishingRollBack({ body: { ...key, expected_current_version: current } }),
    rollBackExplanations,
  );
  process.stdout.write(
    `${key.course_id}/${key.issue_id} is version ${version} again, in place of ${current}.\n`,
  );
  return 0;
}

async function currentVersionOf(
  { clag }: PublisherPlatform,
  mandant_identifier: string,
  { course_id, issue_id }: { readonly course_id: string; readonly issue_id: string },
): Promise<number> {
  let cursor: string | undefined;
  do {
    const at = cursor === undefined ? {} : { cursor };
    const page = await explained(() =>
      clag.publishingList({ body: { mandant_identifier, ...at } }),
    );
    const listed = page.publications.find(
      (publication) => publication.course_id === course_id && publication.issue_id === issue_id,
    );
    if (listed?.current_version !== undefined) return listed.current_version;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  throw new AuthorProblem('Nothing has been published under this course and issue.');
}

function folderOf(folder: string | undefined, command: string): string {
  if (folder === undefined) {
    throw new UsageProblem(`Give the folder: lectern-author ${command} my-course.`);
  }
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new AuthorProblem(`${folder} is not a folder.`);
  }
  return folder;
}

async function readOrExplain(folder: string): Promise<Publication> {
  const publication = await readPublication(folder);
  if ('faults' in publication) throw new AuthorProblem(textOf(publication.faults));
  return publication;
}

/** Flags before variables of the environment; the secret stands in no command line, where others see it. */
function accessOf(
  values: { readonly url?: string; readonly issuer?: string; readonly client?: string },
  environment: Readonly<Record<string, string | undefined>>,
): PublisherAccess {
  const clientSecret = environment['LECTERN_PUBLISHER_CLIENT_SECRET'];
  if (!clientSecret) {
    throw new AuthorProblem(
      'LECTERN_PUBLISHER_CLIENT_SECRET is missing: the secret of the client that publishes (docs/publish.md).',
    );
  }
  const url = values.url ?? environment['LECTERN_URL'] ?? 'http://localhost:8080';
  const issuer = values.issuer ?? environment['LECTERN_ISSUER'] ?? 'http://localhost:8081';
  for (const [flag, address] of [
    ['--url', url],
    ['--issuer', issuer],
  ] as const) {
    if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
      throw new UsageProblem(`${flag} must be an address (https://…), not "${address}".`);
    }
  }
  const subject = environment['LECTERN_PUBLISHER_SUBJECT'];
  return {
    url,
    issuer,
    clientId: values.client ?? environment['LECTERN_PUBLISHER_CLIENT_ID'] ?? 'lectern-publisher',
    clientSecret,
    ...(subject ? { subject } : {}),
  };
}
