import { startTestDatabase } from '@lectern/env/testing';
import { classAnswersHandlers, createCourseDoor, databaseOn, openPool } from '@lectern/services';
import type { PoolClient } from 'pg';
import { connected } from '../database.ts';
import {
  courseId,
  exerciseId,
  groupId,
  issueId,
  pupils,
  schoolWithAnswers,
  teacher,
} from '../class-answers/school.ts';
import { askHandler } from '../ask-handler.ts';
import { compare, type Benchmark, percentile } from '../figures.ts';
import { timeOf } from '../times-of.ts';

/** `LECTERN_BENCH_ANSWERS=10000000` for ten million. */
const answers = Number(process.env['LECTERN_BENCH_ANSWERS'] ?? 100_000);
const rounds = 500;
const uncounted = 50;

type Handlers = ReturnType<typeof classAnswersHandlers>;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

export const benchmark: Benchmark = {
  question: `How long do requests for the answers of a class of ${pupils} take among ${answers} answers (99th percentile of the handler; ${rounds} rounds), against their statements alone?`,
  remarks:
    'Every second answer has feedback. A first look keeps all versions; at later looks nothing has changed, as when a teacher goes from pupil to pupil.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const pool = connected(stack, openPool(await schoolWithAnswers(server.url, answers)));
    const recorded: Statement[] = [];
    let isRecording = false;
    pool.on('connect', (client: PoolClient) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        const [text, values] = given;
        if (isRecording && typeof text === 'string') {
          recorded.push({ text, values: values as unknown[] });
        }
        return query(...given);
      }) as typeof client.query;
    });
    const database = databaseOn(pool);
    const handlers = classAnswersHandlers(database, createCourseDoor(database, pool));
    const forget = () => pool.query('truncate clag.answer_versions');
    const look = async () => {
      recorded.length = 0;
      isRecording = true;
      await askForClass(handlers);
      isRecording = false;
      return [...recorded];
    };
    const measure = async (figure: string, prepare: () => Promise<unknown>) => {
      await prepare();
      const statements = await look();
      const replay = async () => {
        for (const { text, values } of statements) await pool.query(text, values);
      };
      const times = { handler: [] as number[], statements: [] as number[] };
      // In turns, so that noise meets both alike.
      for (let round = -uncounted; round < rounds; round++) {
        await prepare();
        const handler = await timeOf(() => askForClass(handlers));
        await prepare();
        const alone = await timeOf(replay);
        if (round < 0) continue;
        times.handler.push(handler);
        times.statements.push(alone);
      }
      return compare(
        figure,
        'ms',
        percentile(times.handler, 0.99),
        { what: `its ${statements.length} statements`, value: percentile(times.statements, 0.99) },
        { atMost: 1.5 },
      );
    };
    const first = await measure('99th percentile, first look', forget);
    await askForClass(handlers);
    const later = await measure('99th percentile, later looks', () => Promise.resolve());
    return [later, first];
  },
};

async function askForClass(handlers: Handlers): Promise<void> {
  const body = {
    subject: teacher,
    course_id_dto: { course_id: courseId },
    issue_id_dto: { issue_id: issueId },
    group_id: groupId,
    exercise_ids: [exerciseId],
  };
  const { members } = await askHandler(handlers.exerciseGetForGroup, body, teacher, ['group.lead']);
  const answered = members.filter((member) => member.answers.length === 1);
  if (answered.length !== pupils) throw new Error('The class is not there.');
}
