/** Work that the content is asked to do, and the events that it got. */
export type Work =
  | {
      readonly kind: 'items';
      readonly id: number;
      readonly scope: Scope;
      readonly items: readonly Item[];
    }
  | {
      readonly kind: 'statement';
      readonly id: number;
      readonly about: string;
      readonly statement: Statement;
    };

export interface Scope {
  readonly course_id_dto: { readonly course_id: string };
  readonly issue_id_dto: { readonly issue_id: string };
  readonly exercise_dto: { readonly exercise_id: string };
}

/** `value` counts the writes of this item. */
interface Item {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
}

interface Statement {
  /** Made by the content for every other one, else by the container. */
  readonly id?: string;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
}

/** State that a service must hold in the end. */
export interface Expected {
  /** The newest value of each item that was accepted; a newer one was sent and never answered. */
  readonly items: ReadonlyMap<string, number>;
  /** Statements that were accepted, by the object's id. */
  readonly statements: ReadonlySet<string>;
}

const exercisesPerTab = 4;
const itemsPerExercise = 5;
const statementsUnder = 'https://chaos.example/activities/';

/**
 * Invents work and keeps what was accepted. Each tab has exercises of its own, so that the order in which
 * an item was written is known; half of them say on which version they write.
 */
export function createLedger(random: () => number) {
  let lastId = 0;
  const written = new Map<string, number>();
  const open = new Map<number, Work>();
  const items = new Map<string, number>();
  const statements = new Set<string>();
  const codes = new Map<string, number>();
  let accepted = 0;

  const scopeOf = (exercise: string): Scope => ({
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: '1' },
    exercise_dto: { exercise_id: exercise },
  });
  const pick = (count: number) => Math.floor(random() * count);

  function nextItems(tab: number, id: number): Work {
    const exercise = `tab ${tab} exercise ${pick(exercisesPerTab)}`;
    const first = pick(itemsPerExercise);
    const chosen = Array.from({ length: 1 + pick(itemsPerExercise) }, (_, index) => {
      const key = `k${(first + index) % itemsPerExercise}`;
      const name = `${exercise} ${key}`;
      const value = (written.get(name) ?? 0) + 1;
      written.set(name, value);
      return { segment: 'chaos', key, value: String(value) };
    });
    return { kind: 'items', id, scope: scopeOf(exercise), items: chosen };
  }

  function nextStatement(tab: number, id: number): Work {
    const statement = {
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
      object: { id: `${statementsUnder}${id}` },
    };
    return {
      kind: 'statement',
      id,
      about: `tab ${tab} about ${pick(exercisesPerTab)}`,
      statement: id % 2 === 0 ? { id: crypto.randomUUID(), ...statement } : statement,
    };
  }

  return {
    /** Of these the content tells the version with each write. */
    versionedScopes: (tab: number) => [0, 1].map((n) => scopeOf(`tab ${tab} exercise ${n}`)),
    next(tab: number): Work {
      const id = ++lastId;
      const work = random() < 0.5 ? nextItems(tab, id) : nextStatement(tab, id);
      open.set(id, work);
      return work;
    },
    heard(id: number, code: string): void {
      const work = open.get(id);
      if (!work) throw new Error(`Told of ${id}, which was never asked for.`);
      open.delete(id);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      if (code !== 'accepted') return;
      if (work.kind === 'statement') {
        accepted += 1;
        statements.add(work.statement.object.id);
        return;
      }
      accepted += work.items.length;
      for (const { key, value } of work.items) {
        const name = `${work.scope.exercise_dto.exercise_id} ${key}`;
        items.set(name, Math.max(items.get(name) ?? 0, Number(value)));
      }
    },
    /** Items and statements that the content was told are accepted. */
    get accepted() {
      return accepted;
    },
    /** How often each answer came. */
    codes: codes as ReadonlyMap<string, number>,
    expected: { items, statements } as Expected,
  };
}

export type Ledger = ReturnType<typeof createLedger>;
