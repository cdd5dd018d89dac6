#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { flatten, type Course, type H5pCourse } from './course.ts';
import { importPackage } from './import-package.ts';
import { builtPlayer } from './output/player.ts';
import { PackageRefused } from './refusal.ts';

const usage = `Usage: lectern-import [options] <package> <folder>

Turns a SCORM 1.2, SCORM 2004 or H5P package into a folder that a web server can serve as content of the platform.
A folder that an earlier import has made is replaced.

Options:
  --course <id>          the course's id; default: the manifest's identifier, for H5P the file's name
  --issue <id>           the issue's id; another one begins without anybody's state; default: 1
  --activities <iri>     what the IRIs of the activities in learning statements begin with
  --h5p-player <folder>  for H5P: the folder "dist" of the npm package h5p-standalone
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
        help: { type: 'boolean' },
      },
    });
    const [packageFile, folder, ...rest] = positionals;
    if (values.help) {
      process.stdout.write(usage);
      return 0;
    }
    if (packageFile === undefined || folder === undefined || rest.length > 0) {
      process.stderr.write(usage);
      return 2;
    }
    const { course, warnings } = await importPackage({
      packageFile,
      folder,
      playerFolder: builtPlayer(),
      signal: interrupted.signal,
      ...(values['h5p-player'] !== undefined && { h5pPlayerFolder: values['h5p-player'] }),
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

function pagesOf(course: Course | H5pCourse): string {
  if (course.standard === 'h5p') return '';
  const count = flatten(course.items).filter(({ launch }) => launch !== undefined).length;
  return count === 1 ? ', 1 page' : `, ${count} pages`;
}

function messageOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Interrupted; nothing was written.';
  if (error instanceof PackageRefused) return error.message;
  // What the system says, such as a file that is not there or a full disk.
  if (error instanceof Error && 'code' in error) return error.message;
  throw error;
}
