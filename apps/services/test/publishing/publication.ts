import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BodyInput, Contract } from '@lectern/contracts';
import type { SignedIn } from '@lectern/env/testing';
import type { TestPlatform } from '../platform.ts';

type Begin = BodyInput<Contract['clag']['publishingBegin']>;
type File = BodyInput<Contract['clag']['publishingAddFiles']>['files'][number];

/** An issue as a test brings it in; texts stand where the calls have their hashes. */
export interface Publication {
  readonly mandant_identifier: string;
  readonly course_id: string;
  readonly issue_id: string;
  readonly title: string;
  readonly channel: Begin['issue']['distribution_channel'];
  readonly topics: readonly (Pick<Begin['topics'][number], 'topic_id' | 'parent_topic_id'> & {
    readonly title?: string;
    readonly text?: string;
  })[];
  readonly exercises: readonly (Partial<Begin['exercises'][number]> & {
    readonly exercise_id: string;
    readonly topic_id: string;
    readonly text?: string;
  })[];
  readonly files: readonly File[];
  /** Products that open it. */
  readonly products: readonly string[];
  readonly titles?: 'public' | 'licensed';
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** It needs no licence. */
export const smallIssue: Publication = {
  mandant_identifier: 'LECTERN',
  course_id: 'see',
  issue_id: 'see-1',
  title: 'Am See',
  channel: 'WEBPUB',
  topics: [
    { topic_id: 'ufer', title: 'Das Ufer' },
    { topic_id: 'ufer-1', parent_topic_id: 'ufer', title: 'Schilf', text: 'Schilf wächst dicht.' },
    { topic_id: 'ufer-2', parent_topic_id: 'ufer', title: 'Enten', text: 'Enten gründeln.' },
  ],
  exercises: [
    { exercise_id: 'enten', topic_id: 'ufer-2', title: 'Wie heisst das?', text: 'Wähle.' },
  ],
  files: [],
  products: [],
};

/** A body of begin, with the digests that belong to it. */
export function beginOf(publication: Publication): Begin {
  const { mandant_identifier, course_id, issue_id, title, channel, files, titles } = publication;
  const hash = (text: string | undefined) =>
    text === undefined ? {} : { text_hash: sha256(text) };
  return {
    mandant_identifier,
    course: { course_id, title: `Kurs ${course_id}` },
    issue: { issue_id, title, distribution_channel: channel },
    product_references: [...publication.products],
    ...(titles && { titles }),
    topics: publication.topics.map(({ text, title = 'Ohne', ...topic }, index) => ({
      ...topic,
      title,
      thema_id: topic.parent_topic_id ?? topic.topic_id,
      sub_thema_number: index + 1,
      ...hash(text),
    })),
    exercises: publication.exercises.map(({ text, ...exercise }) => ({
      exercise_group_id: exercise.exercise_id,
      title: 'Ohne',
      exercise_type: 'EXERCISE_TYPE_MULTICHOICE',
      ...exercise,
      ...hash(text),
    })),
    files_count: files.length,
    files_digest: sha256(
      files
        .map(({ path, content_hash, size_in_bytes, media_type, is_public }) =>
          JSON.stringify([path, content_hash, size_in_bytes, media_type, is_public]),
        )
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
    ),
  };
}

/** Sends the bytes of a file to the gateway, under the reference that addFiles gave. */
export async function sendFile(
  platform: Pick<TestPlatform, 'as'>,
  publisher: SignedIn,
  { mandant_identifier, product_references, issue }: Omit<Begin, 'topics' | 'exercises'>,
  { path, ...file }: File,
  file_reference: string,
  bytes: string,
): Promise<void> {
  const { file_configs } = await platform.as('atma', publisher).fileConfigSaveV2({
    body: {
      file_config_dtos: [
        {
          ...file,
          dto_id: 'file',
          mandant_identifier,
          product_references: [...product_references],
          file_reference,
          asset_stage: 'ASSET_STAGE_PROD',
          asset_type: 'ASSET_TYPE_WEB_PUB',
          file_name: basename(path),
          distribution_channel: issue.distribution_channel,
          version: 1,
        },
      ],
    },
  });
  const upload = file_configs[0]!.upload;
  // The same bytes are there already.
  if (!upload) return;
  const headers = { 'Content-Type': file.media_type };
  const response = await fetch(upload.address, { method: 'PUT', headers, body: bytes });
  if (response.status !== 201) throw new Error(`The file was not taken: ${response.status}`);
}

/** Begins a version and brings its texts and names of files. */
export async function prepare(
  platform: Pick<TestPlatform, 'as'>,
  publisher: SignedIn,
  issue: Publication,
) {
  const clag = platform.as('clag', publisher);
  const begun = await clag.publishingBegin({ body: beginOf(issue) });
  const key = { course_id: issue.course_id, issue_id: issue.issue_id, version: begun.version };
  if (begun.result_state === 'IA_OK') return { begun, key };
  const texts = [...issue.topics, ...issue.exercises].flatMap(({ text }) => text ?? []);
  const missing = texts.filter((text) => begun.missing_text_hashes.includes(sha256(text)));
  if (missing.length > 0) await clag.publishingAddTexts({ body: { ...key, texts: missing } });
  if (issue.files.length > 0) {
    await clag.publishingAddFiles({ body: { ...key, files: [...issue.files] } });
  }
  return { begun, key };
}

/** Brings an issue in. @returns its version */
export async function publish(
  platform: Pick<TestPlatform, 'as'>,
  publisher: SignedIn,
  issue: Publication,
) {
  const { begun, key } = await prepare(platform, publisher, issue);
  const expected_current_version = begun.current_version ?? 0;
  await platform
    .as('clag', publisher)
    .publishingSwitchOver({ body: { ...key, expected_current_version } });
  return key.version;
}

/** Someone who publishes for one mandant, whatever else they are. */
export async function makePublisher(
  platform: Pick<TestPlatform, 'database'>,
  who: SignedIn,
  mandant: string,
): Promise<SignedIn> {
  await platform.database
    .insertInto('aua.users')
    .values({ subject: who.subject, mandant_groups: [mandant], user_info_at: null })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ mandant_groups: [mandant] }))
    .execute();
  await platform.database
    .insertInto('aua.user_roles')
    .values([
      { subject: who.subject, role: 'publisher' },
      { subject: who.subject, role: 'student' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return who;
}

export const keyOf = ({ course_id, issue_id }: typeof smallIssue) => ({ course_id, issue_id });

/** Titles of the pages that somebody sees in an issue. */
export async function titlesOf(
  platform: TestPlatform,
  reader: SignedIn,
  { course_id, issue_id }: typeof smallIssue,
): Promise<string[]> {
  const { topics } = await platform.as('clag', reader).topicTocGetAttributesForIssue({
    body: {
      subject: reader.subject,
      course_id_dto: { course_id },
      issue_id_dto: { issue_id },
    },
  });
  return topics.map(({ title }) => title);
}
