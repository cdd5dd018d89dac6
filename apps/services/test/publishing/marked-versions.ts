import type { SignedIn } from '@lectern/env/testing';
import type { TestPlatform } from '../platform.ts';
import { beginOf, prepare, sendFile, sha256, type Publication } from './publication.ts';

type Services = Pick<TestPlatform, 'as'>;

/** By which versions each answer to a reader was marked: one, where it mixes none. */
export type MarksSeen = Readonly<
  Record<'contents' | 'search' | 'files' | 'link', readonly string[]>
>;

const topicsCount = 40;
const paths = ['bilder/a.svg', 'bilder/b.svg'];
const media_type = 'image/svg+xml';
/** In each text, and in no title. */
const word = 'Schilf';

/**
 * Versions of an issue that say which one they are in all that readers get: titles, texts and the bytes of
 * files.
 */
export function markedVersions(issue: Publication) {
  const marksByHash = new Map<string, string>();
  const { course_id, issue_id } = issue;

  const bytesOf = (mark: string, path: string) => `<svg><!-- ${mark} ${path} --></svg>`;
  const versionOf = (mark: string): Publication => {
    const text = `${word} ${mark}`;
    return {
      ...issue,
      title: mark,
      topics: Array.from({ length: topicsCount }, (_, index) => ({
        topic_id: `t${index}`,
        title: mark,
        text,
        ...(index > 0 && { parent_topic_id: 't0' }),
      })),
      exercises: [{ exercise_id: 'e', topic_id: 't1', title: mark, text }],
      files: paths.map((path) => {
        const bytes = bytesOf(mark, path);
        const content_hash = sha256(bytes);
        marksByHash.set(content_hash, mark);
        return { path, content_hash, size_in_bytes: bytes.length, media_type, is_public: true };
      }),
    };
  };

  /** Brings a version with all that belongs to it; it only has to be switched over. */
  const bring = async (platform: Services, publisher: SignedIn, mark: string) => {
    const version = versionOf(mark);
    const { begun, key } = await prepare(platform, publisher, version);
    const { files } = await platform
      .as('clag', publisher)
      .publishingAddFiles({ body: { ...key, files: [...version.files] } });
    for (const [index, file] of version.files.entries()) {
      const bytes = bytesOf(mark, file.path);
      const { file_reference } = files[index]!;
      await sendFile(platform, publisher, beginOf(version), file, file_reference, bytes);
    }
    return { ...key, expected_current_version: begun.current_version ?? 0 };
  };

  return {
    bring,
    async publish(platform: Services, publisher: SignedIn, mark: string) {
      const body = await bring(platform, publisher, mark);
      return platform.as('clag', publisher).publishingSwitchOver({ body });
    },

    /** Asks for all that a reader is told of an issue. */
    async seenBy(platform: Services, who: SignedIn): Promise<MarksSeen> {
      const clag = platform.as('clag', who);
      const { subject } = who;
      const course_id_dto = { course_id };
      const scope = { subject, course_id_dto, issue_id_dto: { issue_id } };
      const [contents, search, files, link] = await Promise.all([
        clag.topicTocGetAttributesForIssue({ body: scope }),
        clag.searchCourse({ body: { subject, course_id_dto, query: word, limit: 100 } }),
        clag.publishingGetFiles({ body: { course_id, issue_id, paths } }),
        clag.linkResolveExercise({
          body: { course_reference: course_id, issue_reference: issue_id, exercise_reference: 'e' },
        }),
      ]);
      const [, ...above] = link.place.path;
      return {
        contents: marksIn(topicsCount + 1, [
          contents.issue_attributes.title,
          ...contents.topics.map(({ title }) => title),
        ]),
        search: marksIn(2 * (topicsCount + 1), [
          ...search.hits.map(({ title }) => title),
          ...search.hits.map(({ excerpt }) => excerpt.replace(`${word} `, '')),
        ]),
        files: marksIn(
          paths.length,
          files.files.map(({ content_hash }) => marksByHash.get(content_hash)),
        ),
        link: marksIn(3, [link.place.title, ...above]),
      };
    },
  };
}

/** The different ones; that one of them is missing is one of its own. */
function marksIn(count: number, marks: readonly (string | undefined)[]): string[] {
  const whole = marks.length === count ? marks : [...marks, `${marks.length} of ${count}`];
  return [...new Set(whole.map(String))];
}
