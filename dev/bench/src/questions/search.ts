import { startTestDatabase } from '@lectern/env/testing';
import { createCourseDoor, databaseOn, searchHandlers } from '@lectern/services';
import { Pool } from 'pg';
import { connected } from '../database.ts';
import { askHandler } from '../ask-handler.ts';
import { compare, median, type Benchmark, percentile } from '../figures.ts';
import { timesOf } from '../times-of.ts';
import { RecordingPool, type Sent } from '../search/recording-pool.ts';
import {
  busyPupil,
  courseId,
  createRandom,
  databaseWithNotes,
  issueId,
  notesOfBusyPupil,
  notesOfPupil,
  pupil,
  wordOf,
} from '../search/texts.ts';

const many = Number(process.env['LECTERN_BENCH_ITEMS'] ?? 1_000_000);
const few = 10_000;
const rounds = 10;
/** Questions of a round, of each kind. */
const questionsARound = 200;
/** The same of the pupil who has very many notes. */
const busyQuestionsARound = 8;
/** How many are under way at a time, and so connections in use. */
const concurrency = 4;

type Kind = 'autocomplete' | 'course search';
const kinds: readonly Kind[] = ['autocomplete', 'course search'];

interface Question {
  readonly subject: string;
  readonly text: string;
}

/** A question that is asked, again and again. */
type Ask = () => Promise<unknown>;

export const benchmark: Benchmark = {
  question: `How long do completions and searches in a course take with ${many} notes (99th percentile of the handler, ${concurrency} at a time; median of ${rounds} rounds), against its statements alone, and with ${few} notes?`,
  remarks:
    'Each pupil has a hundred notes: more items are more pupils. The statements alone are those of the handler for the same questions. For the pupil with very many notes the percentile is that of all rounds together.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const large = await databaseWithNotes(server.url, many);
    const small = await databaseWithNotes(server.url, few);
    const sides = {
      own: handlersOn(
        connected(stack, new RecordingPool(large, { name: 'bench', maximum: concurrency * 2 })),
      ),
      ownAmongFew: handlersOn(
        connected(stack, new RecordingPool(small, { name: 'bench', maximum: concurrency * 2 })),
      ),
    };
    const bare = connected(stack, new Pool({ connectionString: large, max: concurrency * 2 }));

    const figures = [];
    for (const kind of kinds) {
      const times = { own: [] as number[], ownAmongFew: [] as number[], bare: [] as number[] };
      const medians = { own: [] as number[], bare: [] as number[] };
      // The first round warms up and does not count.
      for (let round = 0; round <= rounds; round++) {
        const questions = questionsOf(many, round);
        // Statements of the handler are recorded one question after the other, outside of the measurement.
        const sent: (readonly Sent[])[] = [];
        for (const question of questions) sent.push(await sides.own.record(kind, question));
        const asked = {
          own: questions.map((question) => () => sides.own.ask(kind, question)),
          bare: sent.map((statements) => () => replay(bare, kind, statements)),
          ownAmongFew: questionsOf(few, round).map(
            (question) => () => sides.ownAmongFew.ask(kind, question),
          ),
        };
        const measured = await inTurns(asked);
        if (round === 0) continue;
        for (const name of ['own', 'ownAmongFew', 'bare'] as const) {
          times[name].push(percentile(measured[name], 0.99));
        }
        for (const name of ['own', 'bare'] as const) medians[name].push(median(measured[name]));
      }
      const own99 = median(times.own);
      const bare99 = { what: 'its statements alone', value: median(times.bare) };
      const few99 = { what: `with ${few} notes`, value: median(times.ownAmongFew) };
      figures.push(
        compare(`${kind}, 99th percentile`, 'ms', own99, bare99, { atMost: 1.5 }),
        compare(`${kind}, 99th percentile`, 'ms', own99, few99, { atMost: 2 }),
        compare(`${kind}, median`, 'ms', median(medians.own), {
          what: 'its statements alone',
          value: median(medians.bare),
        }),
        await compareBusy(kind, sides.own, bare),
      );
    }
    return figures;
  },
};

/** How long one pupil waits who has written very much; nobody else's search looks at these notes. */
async function compareBusy(kind: Kind, own: ReturnType<typeof handlersOn>, bare: Pool) {
  const times = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const questions = questionsOf(many, round)
      .slice(0, busyQuestionsARound)
      .map((question) => ({ ...question, subject: busyPupil }));
    const sent: (readonly Sent[])[] = [];
    for (const question of questions) sent.push(await own.record(kind, question));
    const measured = await inTurns({
      own: questions.map((question) => () => own.ask(kind, question)),
      bare: sent.map((statements) => () => replay(bare, kind, statements)),
    });
    if (round === 0) continue;
    for (const name of ['own', 'bare'] as const) times[name].push(...measured[name]);
  }
  return compare(
    `${kind} of one pupil with ${notesOfBusyPupil} notes, 99th percentile`,
    'ms',
    percentile(times.own, 0.99),
    { what: 'its statements alone', value: percentile(times.bare, 0.99) },
    { atMost: 1.5 },
  );
}

function handlersOn(pool: RecordingPool) {
  const database = databaseOn(pool);
  const handlers = searchHandlers(database, pool, createCourseDoor(database, pool));
  const ask = (kind: Kind, { subject, text }: Question): Promise<unknown> => {
    const scope = {
      subject,
      course_id_dto: { course_id: courseId },
      issue_id_dto: { issue_id: issueId },
    };
    return kind === 'autocomplete'
      ? askHandler(handlers.searchAutocomplete, { ...scope, prefix: text }, subject)
      : askHandler(handlers.searchCourse, { ...scope, query: text }, subject);
  };
  return {
    async ask(kind: Kind, question: Question) {
      const answer = await ask(kind, question);
      pool.take();
      return answer;
    },
    async record(kind: Kind, question: Question): Promise<readonly Sent[]> {
      pool.take();
      await ask(kind, question);
      return pool.take();
    },
  };
}

/** Sends what the handler sent, in the way in which it does. */
async function replay(pool: Pool, kind: Kind, statements: readonly Sent[]): Promise<void> {
  if (kind === 'course search') {
    await Promise.all(statements.map((statement) => pool.query(statement)));
    return;
  }
  for (const statement of statements) await pool.query(statement);
}

/** A word, two, or the beginning of one, by any pupil; those of each round are others. */
function questionsOf(items: number, round: number): Question[] {
  const random = createRandom(1_000 + round);
  return Array.from({ length: questionsARound }, (_, place) => {
    const last = wordOf(random);
    const beginning = last.slice(0, 2 + (place % 5));
    const text = [beginning, last, `${wordOf(random)} ${beginning}`][place % 3]!;
    return { subject: pupil(Math.floor((random() * items) / notesOfPupil)), text };
  });
}

/** In turns, so that noise meets all alike. @returns the times of each in milliseconds. */
async function inTurns<Name extends string>(
  asked: Readonly<Record<Name, readonly Ask[]>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(asked) as Name[];
  const times = {} as Record<Name, number[]>;
  for (const name of names) times[name] = [];
  const count = asked[names[0]!].length;
  const step = count / 8;
  for (let from = 0; from < count; from += step) {
    for (const name of names) {
      times[name].push(...(await timesOf(asked[name].slice(from, from + step), concurrency)));
    }
  }
  return times;
}
