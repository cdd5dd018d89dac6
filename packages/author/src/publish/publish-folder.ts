import { posix, join } from 'node:path';
import { CallFailed } from '@lectern/contracts/client';
import { batchMaximum } from '@lectern/contracts/calls/publishing/publishing';
import { AuthorProblem } from '../problem.ts';
import type { FolderFile } from './folder-files.ts';
import type { PublisherPlatform } from './platform.ts';
import type { Publication } from './read-publication.ts';
import { upload, type Upload } from './upload.ts';

export interface Published {
  readonly version: number;
  /** `unchanged`: the same was live already, and nothing was done. */
  readonly outcome: 'published' | 'unchanged';
  readonly textsSent: number;
  readonly filesSent: number;
}

export interface PublishOptions {
  readonly signal?: AbortSignal;
  /** Told one line at a time. */
  readonly say?: (line: string) => void;
  readonly send?: typeof fetch;
}

/** Most files that the gateway is told of at once, and that are sent to it at once. */
const announcedAtOnce = 100;
const sentAtOnce = 4;
/** Below the largest body of addTexts, in UTF-16 code units: three bytes each at most, and escapes. */
const textsLengthAtOnce = 1_000_000;

type Answered = Awaited<
  ReturnType<PublisherPlatform['clag']['publishingAddFiles']>
>['files'][number];

/**
 * Brings a publication in: what is there already is not sent again, and readers see the old version until
 * everything has arrived. Broken off at any point, the next run goes on from there.
 *
 * @throws {AuthorProblem} when the platform does not take it
 */
export async function publishFolder(
  platform: PublisherPlatform,
  publication: Publication,
  { signal, say = () => {}, send = fetch }: PublishOptions = {},
): Promise<Published> {
  const { begin, texts, files, structure } = publication;
  const aborting = signal ? { signal } : {};
  const begun = await explained(() => platform.clag.publishingBegin({ body: begin, ...aborting }));
  const { version, current_version } = begun;
  if (begun.result_state === 'IA_OK') {
    return { version, outcome: 'unchanged', textsSent: 0, filesSent: 0 };
  }
  const key = { course_id: begin.course.course_id, issue_id: begin.issue.issue_id, version };

  const missing = begun.missing_text_hashes.map((hash) => texts.get(hash)!);
  for (const batch of textBatches(missing)) {
    signal?.throwIfAborted();
    await explained(() =>
      platform.clag.publishingAddTexts({ body: { ...key, texts: batch }, ...aborting }),
    );
  }
  if (missing.length > 0) say(`${counted(missing.length, 'text')} sent`);

  const lacking: { file: FolderFile; at: Answered }[] = [];
  for (const batch of batchesOf(files, batchMaximum.files)) {
    signal?.throwIfAborted();
    const answer = await explained(() =>
      platform.clag.publishingAddFiles({ body: { ...key, files: [...batch] }, ...aborting }),
    );
    const byPath = new Map(batch.map((file) => [file.path, file]));
    lacking.push(
      ...answer.files
        .filter(({ has_bytes }) => !has_bytes)
        .map((at) => ({ file: byPath.get(at.path)!, at })),
    );
  }
  // The same bytes under two paths are one file there.
  const distinct = [...new Map(lacking.map((file) => [file.at.file_reference, file])).values()];
  let filesSent = 0;
  for (const batch of batchesOf(distinct, announcedAtOnce)) {
    const uploads = await announce(platform, publication, batch, signal);
    await forEachOf(uploads, sentAtOnce, async (file) => {
      await upload(file, { ...aborting, send });
      filesSent++;
      say(`${file.path} sent`);
    });
  }

  signal?.throwIfAborted();
  // Readers of this version name it: it is there before them.
  if (structure)
    await explained(() => platform.lars.cmi5PutStructure({ body: { structure }, ...aborting }));
  signal?.throwIfAborted();
  const expected_current_version = current_version ?? 0;
  await explained(() =>
    platform.clag.publishingSwitchOver({ body: { ...key, expected_current_version } }),
  );
  return { version, outcome: 'published', textsSent: missing.length, filesSent };
}

/** Tells the gateway of files. @returns those whose bytes it needs */
async function announce(
  platform: PublisherPlatform,
  { folder, begin }: Publication,
  batch: readonly { readonly file: FolderFile; readonly at: Answered }[],
  signal: AbortSignal | undefined,
): Promise<readonly Upload[]> {
  const body = {
    file_config_dtos: batch.map(({ file, at }, index) => ({
      dto_id: String(index),
      mandant_identifier: begin.mandant_identifier,
      file_reference: at.file_reference,
      asset_stage: at.asset_stage,
      asset_type: at.asset_type,
      file_name: posix.basename(file.path),
      media_type: file.media_type,
      size_in_bytes: file.size_in_bytes,
      product_references: begin.product_references,
      is_public: file.is_public,
      distribution_channel: begin.issue.distribution_channel,
      version: at.file_version,
      content_hash: file.content_hash,
    })),
  };
  const saved = await explained(() =>
    platform.atma.fileConfigSaveV2({ body, ...(signal ? { signal } : {}) }),
  );
  return saved.file_configs.flatMap(({ dto_id, upload: to }) => {
    if (!to) return [];
    const { path, size_in_bytes, media_type } = batch[Number(dto_id)]!.file;
    return [{ path, file: join(folder, path), address: to.address, size_in_bytes, media_type }];
  });
}

/** `1 text`, `2 texts`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function batchesOf<One>(all: readonly One[], size: number): (readonly One[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

function textBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = Infinity;
  for (const text of texts) {
    const last = batches.at(-1);
    length += text.length;
    if (last && length <= textsLengthAtOnce && last.length < batchMaximum.texts) last.push(text);
    else {
      batches.push([text]);
      length = text.length;
    }
  }
  return batches;
}

/** Ends with the first that fails; what is under way then is waited for. */
async function forEachOf<One>(
  all: readonly One[],
  atOnce: number,
  work: (item: One) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  let failed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of waiting) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  });
  const outcomes = await Promise.allSettled(workers);
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  if (rejected) throw rejected.reason;
}

const elsewhere = 'At this address there are no services of Lectern. Is --url right?';

const explanations: Readonly<Record<string, string>> = {
  ISSUE_CHANGED:
    'Somebody else has published this issue in the meantime, and readers see that version. Check it, then publish again.',
  COURSE_OF_ANOTHER:
    'Another publisher has a course, or an exercise, of this id. Choose another course_id.',
  MANDANT_FORBIDDEN: 'You do not publish for this mandant. Is mandant_identifier right?',
  PERMISSION_MISSING:
    'This client may not publish. An administrator can give it the role publisher.',
  TOKEN_REQUIRED:
    'The platform does not know this client. Is it among the clients that it accepts?',
  FILES_MISSING:
    'A file is no longer on the file gateway. Readers still see the previous version: publish again.',
  CALL_UNKNOWN: elsewhere,
  NO_VERSION_BEFORE: 'There is no previous version to go back to.',
  ISSUE_NOT_FOUND: 'Nothing has been published under this course and issue.',
};

/**
 * @param others Explanations by code that come before those of publishing.
 * @throws {AuthorProblem} in place of what a call says
 */
export async function explained<T>(
  call: () => Promise<T>,
  others: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof CallFailed) || cause.kind === 'aborted') throw cause;
    // Signing in failed, or nothing could be sent.
    if (cause.cause instanceof AuthorProblem) throw cause.cause;
    const words = { ...explanations, ...others }[cause.code ?? ''] ?? wordsOf(cause);
    throw new AuthorProblem(words, { cause });
  }
}

function wordsOf({ kind, status, message }: CallFailed): string {
  // The service may have done a request whose answer is missing.
  if (kind === 'network' || kind === 'timeout') {
    return 'The platform did not answer. Run the same command again to continue.';
  }
  if (kind === 'invalid-answer' && status === 404) return elsewhere;
  const words = `The platform refused it. ${message}`;
  return kind === 'refused' ? `${words} Readers see what they saw before.` : words;
}
