import type { Body } from '@lectern/contracts';
import type { searchCalls } from '@lectern/contracts/calls/annotations/search';
import { indexCourse, type CourseText } from '../../src/annotations/search/course-texts.ts';
import { indexOwn, type OwnText } from '../../src/annotations/search/own-texts.ts';
import { publishedCourse } from '../learning-records/published-course.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';

type Person = Awaited<ReturnType<TestPlatform['identityProvider']['signIn']>>;
type Search = Body<typeof searchCalls.searchCourse>;
type Completion = Body<typeof searchCalls.searchAutocomplete>;

/** A platform where two pupils write and search. */
export interface Library {
  readonly platform: TestPlatform;
  readonly mia: Person;
  readonly ben: Person;
  /** A course that nothing stands in yet. */
  newCourse(): Course;
  close(): Promise<void>;
}

export interface Course {
  readonly courseId: string;
  readonly issueId: string;
  /** Writes notes of a person; the number of each is its place. */
  write(person: Person, notes: readonly (string | Partial<OwnText>)[]): Promise<void>;
  /** Publishes topics, instead of those before; they need no licence. */
  publish(texts: readonly Partial<CourseText>[], issueId?: string): Promise<void>;
  search(
    person: Person,
    query: string,
    more?: Partial<Search>,
  ): ReturnType<ReturnType<typeof clag>['searchCourse']>;
  /** The texts found, without what is around them. */
  texts(person: Person, query: string, more?: Partial<Search>): Promise<string[]>;
  /** Completions of a typed text, with the counts. */
  complete(person: Person, prefix: string, more?: Partial<Completion>): Promise<[string, number][]>;
}

const clag = (platform: TestPlatform, person: Person) => platform.as('clag', person);

export async function startLibrary(): Promise<Library> {
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
    newCourse: () => courseOf(platform, `course-${courses++}`),
    close: () => platform.close(),
  };
}

/** The note of a number. */
export function noteId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function courseOf(platform: TestPlatform, courseId: string): Course {
  const issueId = `${courseId}-2026`;
  const scope = (person: Person) => ({
    subject: person.subject,
    course_id_dto: { course_id: courseId },
    issue_id_dto: { issue_id: issueId },
  });
  const course: Course = {
    courseId,
    issueId,
    async write(person, notes) {
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
    async publish(texts, issue_id = issueId) {
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
    search: (person, query, more = {}) =>
      clag(platform, person).searchCourse({ body: { ...scope(person), query, ...more } }),
    async texts(person, query, more) {
      const { hits } = await course.search(person, query, more);
      return hits.map(({ excerpt }) => excerpt);
    },
    async complete(person, prefix, more = {}) {
      const { completions } = await clag(platform, person).searchAutocomplete({
        body: { ...scope(person), prefix, ...more },
      });
      return completions.map(({ text, hits_count }) => [text, hits_count]);
    },
  };
  return course;
}
