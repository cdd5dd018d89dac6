import type { Body, Contract } from '@lectern/contracts';
import type { Agent, Statement } from '@lectern/contracts/xapi';
import { assignmentIdsOf } from './annotations/assignment/read.ts';
import { saveAssignment } from './annotations/assignment/save.ts';
import { saveFeedback } from './annotations/feedback/save.ts';
import { keepCopies } from './annotations/items/policies.ts';
import { saveBatch } from './annotations/items/save.ts';
import { changesOf, issueOf } from './annotations/items/wire.ts';
import { createSubjectDirectory } from './authorization/subject-directory.ts';
import { AgentKeys } from './learning-records/model/agent-keys.ts';
import { createDefinitionStore, noActivity } from './learning-records/store/definitions.ts';
import { Records } from './learning-records/store/records.ts';
import { createWriter } from './learning-records/store/writer.ts';
import { databaseOn, openPool } from './storage/database.ts';

/** Work of a member of a class in a course, in the words of the calls. */
export interface InitialPupil {
  readonly subject: string;
  readonly answers: Body<Contract['clag']['exerciseSaveUserData']>['answers'];
  /** Statements without actor and authority, by the exercise that each is about. */
  readonly statements: readonly {
    readonly exerciseId: string;
    readonly statement: Omit<Statement, 'actor' | 'authority'> & { readonly id: string };
  }[];
  /** Of a leader of the group, on these answers. */
  readonly feedback: Body<Contract['clag']['feedbackSaveForMember']>['feedback'];
}

/** The lessons with which an installation begins. */
export interface InitialLessons {
  readonly course_id_dto: { readonly course_id: string };
  readonly issue_id_dto: { readonly issue_id: string };
  readonly group_id: string;
  readonly leader: string;
  readonly pupils: readonly InitialPupil[];
  /** For the whole group. */
  readonly assignments: readonly Body<Contract['clag']['assignmentSaveForGroup']>['assignment'][];
}

/** Actors of the statements are accounts of this issuer; its client here is their authority. */
interface Recorder {
  readonly issuer: string;
  readonly clientId: string;
}

/**
 * Stores what a class has done, as its own calls would have. A repeat of the same changes nothing. For demonstrations:
 * the services in production never call it.
 *
 * @param databaseUrl of a database that the services have prepared
 */
export async function storeInitialLessons(
  databaseUrl: string,
  lessons: InitialLessons,
  { issuer, clientId }: Recorder,
): Promise<void> {
  const pool = openPool(databaseUrl);
  const database = databaseOn(pool);
  try {
    const { pupils, group_id, leader, assignments } = lessons;
    const { course_id } = lessons.course_id_dto;
    const { issue_id } = lessons.issue_id_dto;
    const began = new Date(0);
    const author = {
      group_id,
      subject: leader,
      aliases: new Set([leader]),
      readsSince: began.toISOString(),
    };
    const refusal = (code: string) => new Error(`The initial lessons met ${code}.`);
    for (const { subject, answers } of pupils) {
      const issue = issueOf(subject, lessons);
      await saveBatch(database, issue, changesOf('answer', answers), keepCopies, refusal);
    }
    const place = { course_id, issue_id, group_id, subject: leader, pupils: new Set<string>() };
    await database.transaction().execute(async (transaction) => {
      const kept = await assignmentIdsOf(transaction, group_id);
      // An earlier start, which was interrupted, kept others with the times of its day.
      for (const assignment of assignments.filter(({ assignment_id }) => !kept.has(assignment_id)))
        await saveAssignment(transaction, place, assignment, refusal);
    });
    const agentKeys = new AgentKeys(createSubjectDirectory(database, issuer), [issuer]);
    const definitions = createDefinitionStore(database, (error) => {
      throw error;
    });
    const authority = agent(issuer, clientId);
    const given = pupils.flatMap(({ subject, statements }) =>
      statements.map(({ exerciseId, statement }) => ({
        statement: { ...statement, actor: agent(issuer, subject), authority } as Statement,
        dtoId: exerciseId,
        saidWithin: [course_id],
      })),
    );
    // Conflicts: they were kept at an earlier start, which was interrupted, with its own times.
    await new Records(createWriter(pool), definitions, agentKeys).keep(given, {
      authority,
      version: '2.0.0',
      mayRedefine: noActivity,
    });
    // After the statements: it counts until an exercise is finished once more.
    for (const { subject, feedback } of pupils) {
      if (feedback.length === 0) continue;
      const issue = issueOf(subject, lessons);
      await database
        .transaction()
        .execute((transaction) => saveFeedback(transaction, issue, author, feedback, refusal));
    }
  } finally {
    await database.destroy();
  }
}

function agent(homePage: string, name: string): Agent {
  return { objectType: 'Agent', account: { homePage, name } };
}
