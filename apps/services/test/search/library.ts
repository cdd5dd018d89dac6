import type { Body } from '@lectern/contracts';
import type { searchCalls } from '@lectern/contracts/calls/annotations/search';
import type { SignedIn } from '@lectern/env/testing';
import { indexCourse, type CourseText } from '../../src/annotations/search/course-texts.ts';
import { indexOwn, type OwnText } from '../../src/annotations/search/own-texts.ts';
import { publishedCourse } from '../learning-records/published-course.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';

type Search = Body<typeof searchCalls.searchCourse>;
type Completion = Body<typeof searchCalls.searchAutocomplete>;

export type Library = Awaited<ReturnType<typeof startLibrary>>;
export type Course = ReturnType<typeof courseOf>;

const clag = (platform: TestPlatform, person: SignedIn) => platform.as('clag', person);

/** A platform where two pupils write and search. */
export async function startLibrary() {
  const platform = await startTestPlatform();
  const [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
  let courses = 0;
  return {
    platform,
    mia,
    ben,
    /** A course that nothing stands in yet. */
    newCourse: () => courseOf(platform, `course-${courses++}`),
    close: () => platform.close(),
  };
}

/** The note of a number. */
export function noteId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function courseOf(platform: TestPlatform, courseId: string) {
  const issueId = `${courseId}-2026`;
  const scope = (person: SignedIn) => ({
    subject: person.subject,
    course_id_dto: { course_id: courseId },
    issue_id_dto: { issue_id: issueId },
  });
  const search = (person: SignedIn, query: string, more: Partial<Search> = {}) =>
    clag(platform, person).searchCourse({ body: { ...scope(person), query, ...more } });
  return {
    courseId,
    issueId,
    /** Writes notes of a person; the number of each is its place. */
    async write(person: SignedIn, notes: readonly (string | Partial<OwnText>)[]) {
      const texts = notes.map((note, place): OwnText => ({
        source: 'note',
        target: 'note',
        model_type: 'topic',
        model_id: 'topic-1',
        item_id: noteId(place),
        note_id: noteId(place),
        note_type: 'SIDENOTE',
        text: '',
        ...(typeof note === 'string' ? { text: note } : note),
      }));
      await platform.database
        .transaction()
        .execute((transaction) =>
          indexOwn(transaction, person.subject, { course_id: courseId, issue_id: issueId }, texts),
        );
    },
    /** Publishes topics, instead of those before; they need no licence. */
    async publish(texts: readonly Partial<CourseText>[], issue_id = issueId) {
      await publishedCourse(platform.database, courseId, [], issue_id);
      await platform.database.transaction().execute((transaction) =>
        indexCourse(
          transaction,
          { course_id: courseId, issue_id },
          texts.map((text, place) => ({
            topic_id: `topic-${place}`,
            title: `${place}`,
            text: '',
            ...text,
          })),
        ),
      );
    },
    search,
    /** The texts found, without what is around them. */
    async texts(person: SignedIn, query: string, more?: Partial<Search>) {
      const { hits } = await search(person, query, more);
      return hits.map(({ excerpt }) => excerpt);
    },
    /** Completions of a typed text, with the counts. */
    async complete(
      person: SignedIn,
      prefix: string,
      more: Partial<Completion> = {},
    ): Promise<[string, number][]> {
      const { completions } = await clag(platform, person).searchAutocomplete({
        body: { ...scope(person), prefix, ...more },
      });
      return completions.map(({ text, hits_count }) => [text, hits_count]);
    },
  };
}
