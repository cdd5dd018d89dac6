import { randomUUID } from 'node:crypto';
import type { Answer, BodyInput, Contract } from '@lectern/contracts';
import { startSchool, type Person, type School } from '../../groups/people.ts';
import { makePublisher, publish, type Publication } from '../../publishing/publication.ts';
import { insertRows } from '../../rows.ts';

type ForSubject = BodyInput<Contract['lars']['progressGetForSubject']>;
type ForGroup = BodyInput<Contract['lars']['progressGetForGroup']>;
type Statement = BodyInput<Contract['lars']['dataPut']>['put_dto']['statement'];

/** A course with two Themen, and people who learn with it. */
export interface ProgressWorld extends School {
  /** Brings the course in, or another version of it. */
  publish(change?: Partial<Publication>): Promise<number>;
  /** Records a statement; its default is an answer. @returns its id */
  record(who: Person, dto_id: string, statement?: Partial<Statement>): Promise<string>;
  /** Gives somebody a licence for the course. */
  license(owner: Person, license_strategy: string): Promise<void>;
  ownProgress(
    who: Person,
    request?: Partial<ForSubject>,
  ): Promise<Answer<Contract['lars']['progressGetForSubject']>>;
  classProgress(
    who: Person,
    group_id: string,
    request?: Partial<ForGroup>,
  ): Promise<Answer<Contract['lars']['progressGetForGroup']>>;
}

export const verb = (name: string) => ({ id: `http://adlnet.gov/expapi/verbs/${name}` });
export const activity = (path: string) => ({ id: `https://verlag.example/${path}` });

/** Thema `bach` has `lauf` and `tiere` on two pages, Thema `see` has `ufer`. */
export const brook: Publication = {
  mandant_identifier: 'LECTERN',
  course_id: 'gewaesser',
  issue_id: 'gewaesser-1',
  title: 'Gewässer',
  channel: 'WEBPUB',
  topics: [
    { topic_id: 'bach', title: 'Am Bach' },
    { topic_id: 'bach-1', parent_topic_id: 'bach', title: 'Der Lauf' },
    { topic_id: 'bach-2', parent_topic_id: 'bach', title: 'Die Tiere' },
    { topic_id: 'see', title: 'Am See' },
  ],
  exercises: [
    { exercise_id: 'lauf', topic_id: 'bach-1', title: 'Vom Berg ins Tal', difficulty: 'easy' },
    {
      exercise_id: 'tiere',
      topic_id: 'bach-2',
      title: 'Wer wohnt hier?',
      difficulty: 'hard',
      exercise_group_id: 'sammlung',
    },
    { exercise_id: 'ufer', topic_id: 'see', title: 'Am Ufer', exercise_group_id: 'sammlung' },
  ],
  files: [],
  products: ['see-produkt'],
  titles: 'public',
};

const { course_id } = brook;

/** For a test file; ends with it. */
export async function startProgressWorld(): Promise<ProgressWorld> {
  const school = await startSchool();
  const { platform } = school;
  const publisher = await makePublisher(platform, await school.newPerson(), 'LECTERN');
  const world: ProgressWorld = {
    ...school,
    publish: (change) => publish(platform, publisher, { ...brook, ...change }),
    async record(who, dto_id, statement = {}) {
      const { statement_id } = await platform.as('lars', who).dataPut({
        body: {
          subject: who.subject,
          put_dto: {
            dto_id,
            statement: {
              id: randomUUID(),
              verb: verb('answered'),
              object: activity(`gewaesser/${dto_id}`),
              ...statement,
            },
          },
        },
      });
      return statement_id;
    },
    async license({ subject }, license_strategy) {
      await insertRows(platform.database, 'lima.licenses', {
        subject,
        license_code: randomUUID(),
        license_strategy,
        mandant_identifier: 'LECTERN',
        product_reference: 'see-produkt',
      });
    },
    ownProgress: (who, request) =>
      platform.as('lars', who).progressGetForSubject({
        body: { subject: who.subject, course_id, filter_type: 'NONE', ...request },
      }),
    classProgress: (who, group_id, request) =>
      platform.as('lars', who).progressGetForGroup({
        body: { subject: who.subject, group_id, course_id, filter_type: 'NONE', ...request },
      }),
  };
  await world.publish();
  return world;
}
