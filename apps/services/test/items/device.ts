import { bookmark, essay, exercise_dto, topic_dto, type Writer } from './writers.ts';

/** The items of the game: each by its own list on the wire. */
export const itemNames = ['mark-1', 'mark-2', 'answer', 'store'] as const;
export type ItemName = (typeof itemNames)[number];

const markIds = {
  'mark-1': '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01',
  'mark-2': '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
} as const;

/** A version of an item; no text: it is removed. */
interface Known {
  readonly version: number;
  readonly text: string | undefined;
}

/** What was written and is not delivered. */
interface Edit {
  readonly base: number;
  readonly text: string | undefined;
  readonly settled: readonly number[];
}

type Answer = Awaited<ReturnType<Writer['clag']['cloudSynchForIssue']>>;

/**
 * A device as a careful client makes it: it keeps what it knows of each item, says on which version each
 * edit was made, and sends a request whose answer was lost again before anything else.
 */
export class Device {
  readonly #writer: Writer;
  readonly known = new Map<ItemName, Known>();
  readonly copies = new Map<ItemName, ReadonlyMap<number, string>>();
  readonly #waiting = new Map<ItemName, Edit>();
  /** What was sent and not answered. */
  #sent: ReadonlyMap<ItemName, Edit> | undefined;
  #cursor: string | undefined;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** What somebody at the device sees. */
  textOf(name: ItemName): string | undefined {
    const edit = this.#waiting.get(name) ?? this.#sent?.get(name);
    return edit ? edit.text : this.known.get(name)?.text;
  }

  /** Writes over what is seen. */
  write(name: ItemName, text: string | undefined, settled: readonly number[] = []): void {
    const waiting = this.#waiting.get(name);
    const base = waiting?.base ?? this.known.get(name)?.version ?? 0;
    this.#waiting.set(name, { base, text, settled: [...(waiting?.settled ?? []), ...settled] });
  }

  get isDelivered(): boolean {
    return this.#waiting.size === 0 && this.#sent === undefined;
  }

  /** Exchanges until there is nothing more. */
  async exchange(): Promise<void> {
    let changes = this.#take();
    for (;;) {
      const answer = await this.#call(changes);
      this.#learn(answer);
      changes = this.#sent ? undefined : changes && this.#take();
      if (!answer.has_more && !changes) return;
    }
  }

  /** Sends what waits, and the answer does not come. */
  async exchangeInVain(): Promise<void> {
    await this.#call(this.#take());
  }

  /** What is to be sent first: what may have arrived already, else all that waits. */
  #take(): ReadonlyMap<ItemName, Edit> | undefined {
    if (!this.#sent && this.#waiting.size > 0) {
      this.#sent = new Map(this.#waiting);
      this.#waiting.clear();
    }
    return this.#sent;
  }

  #call(changes: ReadonlyMap<ItemName, Edit> | undefined): Promise<Answer> {
    const { clag, issue } = this.#writer;
    return clag.cloudSynchForIssue({
      body: {
        ...issue,
        with_conflict_copies: true,
        limit: 2,
        ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }),
        ...(changes ? { changes: toWire(changes) } : {}),
      },
    });
  }

  #learn(answer: Answer): void {
    this.#cursor = answer.next_cursor;
    const told = new Set<ItemName>();
    for (const [name, { version }] of itemsIn(answer.outcomes)) {
      told.add(name);
      const text = this.#sent!.get(name)!.text;
      this.known.set(name, { version, text });
      const later = this.#waiting.get(name);
      // Made while the request was under way, on top of it.
      if (later) this.#waiting.set(name, { ...later, base: version });
    }
    if (told.size > 0) this.#sent = undefined;
    for (const [name, { version, text }] of itemsIn(answer.changes)) {
      told.add(name);
      this.known.set(name, { version, text });
    }
    for (const name of told) this.copies.set(name, new Map());
    for (const [name, { version, text }] of itemsIn(answer.conflict_copies!)) {
      this.copies.set(name, new Map([...(this.copies.get(name) ?? []), [version, text!]]));
    }
  }
}

function toWire(edits: ReadonlyMap<ItemName, Edit>) {
  const given = (names: readonly ItemName[]) =>
    names.flatMap((name) => (edits.has(name) ? [{ name, ...edits.get(name)! }] : []));
  return {
    models: [
      {
        topic_dto,
        bookmarks: given(['mark-1', 'mark-2']).map(({ name, base, text, settled }) => {
          const ids = { bookmark_id: markIds[name as 'mark-1'] };
          const made = { version: base, settled_versions: [...settled] };
          return text === undefined
            ? { ...ids, ...made, is_removed: true as const }
            : { ...bookmark(ids.bookmark_id, text), ...made };
        }),
      },
      {
        exercise_dto,
        local_store_items: given(['store']).map(({ base, text, settled }) => ({
          segment: 's',
          key: 'k',
          // A local store item is never removed.
          value: text ?? '',
          version: base,
          settled_versions: [...settled],
        })),
      },
    ],
    answers: given(['answer']).map(({ base, text, settled }) => {
      const made = { version: base, settled_versions: [...settled] };
      return text === undefined
        ? { ...exercise_dto, answer_id: 'a', ...made, is_removed: true as const }
        : { ...essay('a', text), ...made };
    }),
  };
}

interface Listed {
  readonly models: readonly {
    readonly bookmarks: readonly { readonly bookmark_id: string; readonly version: number }[];
    readonly local_store_items: readonly { readonly version: number }[];
  }[];
  readonly answers: readonly { readonly version: number }[];
}

/** The items, outcomes or copies of an answer with what they say. */
function* itemsIn({ models, answers }: Listed): Generator<[ItemName, Known]> {
  for (const { bookmarks, local_store_items } of models) {
    for (const one of bookmarks) {
      const name = one.bookmark_id === markIds['mark-1'] ? 'mark-1' : 'mark-2';
      yield [name, { version: one.version, text: (one as { title?: string }).title }];
    }
    for (const one of local_store_items) {
      yield ['store', { version: one.version, text: (one as { value?: string }).value }];
    }
  }
  for (const one of answers) {
    const { content } = one as { content?: { text?: string } };
    yield ['answer', { version: one.version, text: content?.text }];
  }
}
