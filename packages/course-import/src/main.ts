#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { flatten } from './course.ts';
import { importPackage, type Imported } from './import-package.ts';
import { builtPlayer } from './output/player.ts';
import { PackageRefused } from './refusal.ts';

const usage = `Usage: lectern-import [options] <package> <folder>

Turns a SCORM 1.2, SCORM 2004, H5P or cmi5 package, or a cmi5.xml, into a folder that a web server can serve as content of the platform.
A folder that an earlier import has made is replaced.

Options:
  --course <id>          the course's id; default: the manifest's identifier, for H5P the file's name
  --issue <id>           the issue's id; a new one starts without anybody's saved state; default: 1
  --activities <iri>     what the IRIs of the activities in learning statements begin with
  --h5p-player <folder>  for H5P: the folder "dist" of the npm package h5p-standalone
  --mandant <id>         for cmi5: the publisher, for a lectern.json by which the folder can be published
  --product <id>         for cmi5: a product whose licence opens the course; may be given several times
  --help                 this text
`;

process.exitCode = await run();

async function run(): Promise<number> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        course: { type: 'string' },
        issue: { type: 'string' },
        activities: { type: 'string' },
        'h5p-player': { type: 'string' },
        mandant: { type: 'string' },
        product: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    });
    const [packageFile, folder, ...rest] = positionals;
    if (values.help) {
      process.stdout.write(usage);
      return 0;
    }
    const { mandant, product = [] } = values;
    // One without the other publishes what nobody can open, or nothing.
    const isHalf = (mandant === undefined) !== (product.length === 0);
    if (packageFile === undefined || folder === undefined || rest.length > 0 || isHalf) {
      process.stderr.write(usage);
      return 2;
    }
    const { course, warnings } = await importPackage({
      packageFile,
      folder,
      playerFolder: builtPlayer(),
      signal: interrupted.signal,
      ...(values['h5p-player'] !== undefined && { h5pPlayerFolder: values['h5p-player'] }),
      ...(mandant !== undefined && {
        publisher: { mandantIdentifier: mandant, productReferences: product },
      }),
      ...(values.course !== undefined && { courseId: values.course }),
      ...(values.issue !== undefined && { issueId: values.issue }),
      ...(values.activities !== undefined && {
        activityBase: values.activities.replace(/\/$/, ''),
      }),
    });
    for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`);
    process.stdout.write(`${folder}: ${course.title} (${course.standard}${pagesOf(course)})\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error, interrupted.signal)}\n`);
    return 1;
  }
}

function pagesOf(course: Imported['course']): string {
  if (!('items' in course)) return '';
  const count = flatten(course.items).filter(({ launch }) => launch !== undefined).length;
  return count === 1 ? ', 1 page' : `, ${count} pages`;
}

function messageOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Interrupted; nothing was written.';
  if (error instanceof PackageRefused) return error.message;
  // Errors of the system, such as a file that is not there or a full disk.
  if (error instanceof Error && 'code' in error) return error.message;
  throw error;
}
