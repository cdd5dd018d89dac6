import type { SignedIn } from '@lectern/env/testing';
import { fromBufferPromise } from 'yauzl';
import { annotationsSubjectData } from '../../src/annotations/subject-data.ts';
import type { TestPlatform } from '../platform.ts';

/** The course and the issue of the tests. */
export const course_id = 'wasser';
export const issue_id = 'wasser-2026';

const scope = { course_id_dto: { course_id }, issue_id_dto: { issue_id } };

/** @param signal Aborted: the connection is destroyed. */
export async function download(
  platform: TestPlatform,
  who: SignedIn,
  signal?: AbortSignal,
): Promise<Buffer> {
  const body = { subject: who.subject, ...scope };
  const zip = await platform.as('clag', who).userDataDownload({ body, ...(signal && { signal }) });
  return Buffer.from(await zip.arrayBuffer());
}

/**
 * @param change Fields of the form that are another than they should be.
 * @param signal Aborted: the connection is destroyed.
 */
export function upload(
  platform: TestPlatform,
  who: SignedIn,
  zip: Uint8Array,
  change: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
) {
  const body = {
    subject: who.subject,
    course_id,
    course_reference: course_id,
    issue_id,
    issue_reference: issue_id,
    file_name: 'wasser.zip',
    file_size: zip.length,
    file: new File([new Uint8Array(zip)], 'wasser.zip'),
    ...change,
  };
  return platform.as('clag', who).userDataUpload({ body, ...(signal && { signal }) });
}

export function erase(platform: TestPlatform, who: SignedIn, whole = false) {
  const body = { subject: who.subject, ...scope };
  const { issue_id_dto: _, ...ofCourse } = body;
  return platform.as('clag', who).userDataDelete({ body: whole ? ofCourse : body });
}

/** As if the subject had never written anything; `erase` leaves traces of versions. */
export async function empty({ database }: TestPlatform, { subject }: SignedIn): Promise<void> {
  await database
    .transaction()
    .execute((transaction) => annotationsSubjectData.erase(transaction, subject));
}

/** The entries of a zip, by name, as text. */
export async function unzip(zip: Buffer): Promise<Readonly<Record<string, string>>> {
  const opened = await fromBufferPromise(zip);
  const entries: Record<string, string> = {};
  for await (const entry of opened.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await opened.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer);
    }
    entries[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return entries;
}
