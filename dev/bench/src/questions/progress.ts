import { startTestDatabase } from '@lectern/env/testing';
import { createCourseDoor, databaseOn, openPool, progressHandlers } from '@lectern/services';
import { connected } from '../database.ts';
import { askHandler } from '../ask-handler.ts';
import { compare, median, type Benchmark } from '../figures.ts';
import {
  courseId,
  databaseWithStatements,
  groupId,
  pupils,
  recordOneMore,
  statementsOfPupil,
  teacher,
} from '../progress/school.ts';
import { timeOf } from '../times-of.ts';

/** `LECTERN_BENCH_STATEMENTS=10000000` for ten million. */
const many = Number(process.env['LECTERN_BENCH_STATEMENTS'] ?? 1_000_000);
const few = 10_000;
const rounds = 30;

type Kind = 'nothing new' | 'one more statement of each pupil';
type Handlers = ReturnType<typeof progressHandlers>;

/** A class among so many statements, and somebody who asks about it. */
interface Side {
  ask(): Promise<void>;
  record(): Promise<void>;
  /** Milliseconds of the first question: all that there is of the class is read. */
  readonly first: number;
}

export const benchmark: Benchmark = {
  question: `How long does a teacher wait for the progress of a class of ${pupils} among ${many} statements (the handler; median of ${rounds} rounds), against among ${few}?`,
  remarks: `Each pupil has ${statementsOfPupil} statements about a course of fifty exercises; more statements are more pupils of other classes. The first question reads all that the class has recorded, once.`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const open = async (count: number): Promise<Side> => {
      const pool = connected(stack, openPool(await databaseWithStatements(server.url, count)));
      const database = databaseOn(pool);
      const handlers = progressHandlers(database, pool, createCourseDoor(database, pool));
      const ask = () => askForClass(handlers);
      return { ask, record: () => recordOneMore(pool), first: await timeOf(ask) };
    };
    const [large, small] = [await open(many), await open(few)];
    const times = {
      'nothing new': { large: [] as number[], small: [] as number[] },
      'one more statement of each pupil': { large: [] as number[], small: [] as number[] },
    } satisfies Record<Kind, object>;
    // In turns, so that noise meets both alike.
    for (let round = 0; round < rounds; round++) {
      for (const [name, side] of Object.entries({ large, small }) as ['large' | 'small', Side][]) {
        times['nothing new'][name].push(await timeOf(side.ask));
        await side.record();
        times['one more statement of each pupil'][name].push(await timeOf(side.ask));
      }
    }
    const against = (value: number) => ({ what: `among ${few} statements`, value });
    return [
      ...(Object.keys(times) as Kind[]).map((kind) =>
        compare(
          `median, ${kind}`,
          'ms',
          median(times[kind].large),
          against(median(times[kind].small)),
          { atMost: 1.5 },
        ),
      ),
      compare('the first question', 'ms', large.first, against(small.first)),
    ];
  },
};

async function askForClass(handlers: Handlers): Promise<void> {
  const body = {
    subject: teacher,
    group_id: groupId,
    course_id: courseId,
    filter_type: 'NONE',
    chart: { datepicker_type: 'MONTHS', year: 2026, diagram_type: 'LINE_CHART' },
  } as const;
  const answer = await askHandler(handlers.progressGetForGroup, body, teacher, ['group.lead']);
  const statements = answer.chart?.points?.reduce((sum, point) => sum + point.statements_count, 0);
  if (answer.members.length !== pupils || !statements) throw new Error('The class is not there.');
}
