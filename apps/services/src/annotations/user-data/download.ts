import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileAnswer } from '../../http/file-answer.ts';
import type { Database } from '../../storage/database.ts';
import type { Issue } from '../items/item.ts';
import { writeLine } from './line.ts';
import { entryNameOf, manifestName, manifestOf } from './manifest.ts';
import { issuesWithContent, storedVersions } from './stored-versions.ts';

/** Texts shrink well; a higher level takes twice the time for a few per cent. */
const compressionLevel = 5;

/**
 * Makes a zip of what a subject has in a course, or in one of its issues, while it is read.
 *
 * @param issueId Absent: all issues.
 */
export async function downloadOf(
  database: Database,
  subject: string,
  course_id: string,
  issueId: string | undefined,
): Promise<FileAnswer> {
  const issueIds = await issuesWithContent(database, subject, course_id, issueId);
  return {
    fileName: `${safe(issueId ?? course_id)}.zip`,
    content: zipOf(
      manifestOf(course_id, issueIds),
      issueIds.map((issue_id) => ({ subject, course_id, issue_id })),
      database,
    ),
  };
}

async function* zipOf(
  manifest: ReturnType<typeof manifestOf>,
  issues: readonly Issue[],
  database: Database,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const outputStream = zip.outputStream as Readable;
  let reading: Readable | undefined;
  // The library passes no error on from what it reads to what it writes.
  const fail = (error: Error) => outputStream.destroy(error);
  zip.on('error', fail);
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName);
  for (const [place, issue] of issues.entries()) {
    zip.addReadStreamLazy(entryNameOf(place), { compressionLevel }, (give) => {
      reading = Readable.from(linesOf(database, issue), { objectMode: false });
      reading.on('error', fail);
      give(null, reading);
    });
  }
  zip.end();
  try {
    yield* outputStream as AsyncIterable<Uint8Array>;
  } finally {
    reading?.destroy();
  }
}

async function* linesOf(database: Database, issue: Issue): AsyncGenerator<Buffer> {
  for await (const versions of storedVersions(database, issue)) {
    yield Buffer.from(versions.map(writeLine).join(''));
  }
}

/** An identifier can have characters that no file may be named by. */
function safe(identifier: string): string {
  return identifier.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').slice(0, 100);
}
