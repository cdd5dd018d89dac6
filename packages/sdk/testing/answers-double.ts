import type { AnswersBridge, AnswerValue } from '../src/answers.ts';
import { BridgeError } from '../src/bridge-error.ts';
import type {
  AcceptedAnswers,
  Answer,
  AnswerChanges,
  AnswerContent,
  Answers,
  ExerciseScope,
} from '../src/protocol/answers.ts';
import type { PublicationIssue } from '../src/protocol/files.ts';
import { ContainerDouble } from './container-double.ts';

interface Version {
  readonly version: number;
  readonly value: AnswerValue;
  readonly updated_at: string;
  /** When the version that teachers see was stored; absent: unknown. */
  readonly shared_at?: string | undefined;
}
interface Task {
  stored: Version | undefined;
  copies: readonly Version[];
}
interface Waiting extends Version {
  readonly exerciseId: string;
  readonly id: string;
  readonly base: number;
  readonly settled: readonly number[];
}

/** Versions of what waits begin above every stored one. */
const greatestVersion = 2_147_483_647;

/**
 * A container with answers, in memory: it accepts at once, and delivers when the test says so. Versions and conflict
 * copies are those of the protocol (`ANNOTATION-2` to `ANNOTATION-4`): the service keeps both, and unites gaps.
 */
export class AnswersDouble extends ContainerDouble implements AnswersBridge {
  /** Requests to read, in order. */
  readonly asked: (readonly string[])[] = [];
  /** Changes that content has sent, in order, accepted or not. */
  readonly given: AnswerChanges[] = [];
  /** By exercise and task. */
  readonly #tasks = new Map<string, Task>();
  #waiting: Waiting[] = [];
  /** A change made on a version that waited goes on this one. */
  readonly #became = new Map<number, number>();
  /** The device keeps nothing: what is accepted is delivered already, and told before the answer. */
  isDirect = false;
  /** By the clock of device and service. */
  now = '2026-03-01T08:00:00Z';
  #issue: PublicationIssue | undefined;
  /** They have no order, and each is below the one before. */
  #made = 2 ** 52;

  async getAnswers(issue: PublicationIssue, exerciseIds: readonly string[]): Promise<Answers> {
    this.#issue = issue;
    this.asked.push(exerciseIds);
    const failure = this.failures.shift();
    if (failure) throw new BridgeError(failure.code, 'getAnswers', failure.code);
    const of = (pick: (task: Task, exerciseId: string, id: string) => readonly Version[]) =>
      [...this.#tasks].flatMap(([name, task]) => {
        const [exercise_id, answer_id] = JSON.parse(name) as [string, string];
        if (!exerciseIds.includes(exercise_id)) return [];
        return pick(task, exercise_id, answer_id).map(({ value, ...times }): Answer => ({
          exercise_id,
          answer_id,
          ...value,
          ...pickTimes(times),
          delivered: times.version <= greatestVersion,
        }));
      });
    return {
      answers: of(({ stored }, exerciseId, id) => {
        const waiting = this.#waiting.findLast(
          (each) => each.exerciseId === exerciseId && each.id === id,
        );
        const shown = waiting ?? stored;
        return shown ? [shown] : [];
      }),
      conflict_copies: of(({ copies }, exerciseId, id) =>
        copies.filter(
          ({ version }) =>
            !this.#waiting.some(
              (each) =>
                each.exerciseId === exerciseId && each.id === id && each.settled.includes(version),
            ),
        ),
      ),
    };
  }

  async saveAnswers(scope: ExerciseScope, answers: AnswerChanges): Promise<AcceptedAnswers> {
    this.#issue = scope;
    this.given.push(answers);
    const failure = this.failures.shift();
    if (failure && !failure.isAccepted)
      throw new BridgeError(failure.code, 'saveAnswers', failure.code);
    const accepted = answers.map((answer) => {
      const { answer_id: id, version: base, settled_versions = [], ...value } = answer;
      if ('is_removed' in value) throw new Error('Stores remove no answer.');
      const exerciseId = scope.exercise_dto.exercise_id;
      this.#taskOf(exerciseId, id);
      const version = this.isDirect ? base : (this.#made -= 1);
      const updated_at = this.now;
      const waiting = { exerciseId, id, base, version, value, settled: settled_versions };
      this.#waiting.push({ ...waiting, updated_at });
      return { answer_id: id, version, updated_at, delivered: false };
    });
    const delivered = this.isDirect ? this.deliverAnswers() : [];
    if (failure) throw new BridgeError(failure.code, 'saveAnswers', failure.code);
    return { answers: this.isDirect ? delivered : accepted };
  }

  /** Stores as another device does that knows the version; default: the newest. */
  answerElsewhere(exerciseId: string, id: string, value: AnswerValue, base?: number): void {
    const task = this.#taskOf(exerciseId, id);
    this.#store(task, value, base ?? task.stored?.version ?? 0);
  }

  /** Waiting changes reach the service, and content hears what has become of them. */
  deliverAnswers(): AcceptedAnswers['answers'] {
    const delivered = this.#waiting;
    this.#waiting = [];
    return delivered.map(({ exerciseId, id, base, version, value, settled }) => {
      const task = this.#taskOf(exerciseId, id);
      task.copies = task.copies.filter((copy) => !settled.includes(copy.version));
      const sentOn = this.#became.get(base) ?? base;
      const outcome = this.#store(task, value, sentOn);
      const next = outcome.outcome === 'merged' ? sentOn : outcome.version;
      // As the container does it: the next one does not know what this was united with.
      if (!this.isDirect) this.#became.set(version, next);
      this.emit('delivered', {
        kind: 'answers',
        ...this.#issue!,
        exercise_dto: { exercise_id: exerciseId },
        answers: [{ answer_id: id, accepted_version: version, ...outcome }],
      });
      return { answer_id: id, ...pickTimes(outcome), version: next, delivered: true };
    });
  }

  /** Waiting changes reach the service, which refuses them for good. */
  refuseAnswers(message: string): void {
    const refused = this.#waiting;
    this.#waiting = [];
    for (const { exerciseId, id, base: version } of refused)
      this.emit('not-delivered', {
        kind: 'answers',
        ...this.#issue!,
        exercise_dto: { exercise_id: exerciseId },
        code: 'REFUSED',
        message,
        answers: [{ answer_id: id, version }],
      });
  }

  /** The answer that the service has, and the copies beside it. */
  task(exerciseId: string, id: string): { readonly value: unknown; readonly copies: unknown[] } {
    const { stored, copies } = this.#taskOf(exerciseId, id);
    return { value: stored?.value, copies: copies.map(({ value }) => value) };
  }

  #taskOf(exerciseId: string, id: string): Task {
    const name = JSON.stringify([exerciseId, id]);
    const task = this.#tasks.get(name) ?? { stored: undefined, copies: [] };
    this.#tasks.set(name, task);
    return task;
  }

  #store(task: Task, given: AnswerValue, base: number) {
    const { stored } = task;
    const before = stored?.version ?? 0;
    if (stored && isSame(stored.value, given))
      return { ...pickTimes(stored), outcome: 'unchanged' as const };
    const unknown = base < before ? stored : undefined;
    const united = unknown && uniteGaps(unknown.value, given);
    const value = united ? { ...given, content: united.content } : given;
    const outcome = united?.isMore ? ('merged' as const) : ('stored' as const);
    if (stored && isSame(value, stored.value)) return { ...pickTimes(stored), outcome };
    const version = before + 1;
    const isPrivate = stored && isSame(told(value), told(stored.value));
    const shared_at = isPrivate ? stored.shared_at : this.now;
    task.stored = { version, value, updated_at: this.now, shared_at };
    const result = { ...pickTimes(task.stored), outcome };
    if (!unknown || united?.isLossy === false) return result;
    task.copies = [...task.copies, { ...unknown, shared_at: undefined }];
    return { ...result, conflict_copy_version: before };
  }
}

function pickTimes({ version, updated_at, shared_at }: Omit<Version, 'value'>) {
  return { version, updated_at, ...(shared_at !== undefined && { shared_at }) };
}

/** The part of an answer that teachers read. */
function told({ content, ...value }: AnswerValue): AnswerValue {
  return {
    ...value,
    content: content.basic_answer_type === 'essay' ? { ...content, text: '' } : content,
  };
}

/** Whatever the order of the gaps. */
function isSame(one: AnswerValue, other: AnswerValue): boolean {
  const text = ({ content, ...value }: AnswerValue) =>
    JSON.stringify([
      value,
      content.basic_answer_type === 'match_keyboard'
        ? content.gaps.map(({ gap_id, text: word }) => JSON.stringify([gap_id, word])).sort()
        : content,
    ]);
  return text(one) === text(other);
}

interface United {
  readonly content: AnswerContent;
  /** Something stored is not in it. */
  readonly isLossy: boolean;
  /** Something in it was not given. */
  readonly isMore: boolean;
}

type Gap = Extract<AnswerContent, { readonly basic_answer_type: 'match_keyboard' }>['gaps'][number];

/** As the service does it for gaps: those of both, of which the given ones count; nothing for other answers. */
export function uniteGaps(
  stored: Pick<AnswerValue, 'content'>,
  given: Pick<AnswerValue, 'content'>,
): United | undefined {
  const [before, now] = [stored.content, given.content];
  if (before.basic_answer_type !== 'match_keyboard' || now.basic_answer_type !== 'match_keyboard')
    return undefined;
  const byId = (gaps: readonly Gap[]) => new Map(gaps.map((gap) => [gap.gap_id, gap]));
  const own = byId(now.gaps);
  const others = before.gaps.filter(({ gap_id }) => !own.has(gap_id));
  return {
    content: { ...now, gaps: [...others, ...now.gaps] },
    isMore: others.length > 0,
    isLossy: before.gaps.some(({ gap_id, text }) => (own.get(gap_id)?.text ?? text) !== text),
  };
}
