import type { BodyInput, Contract } from '@lectern/contracts';
import {
  bookmark,
  essay,
  exercise_dto,
  highlight,
  note,
  page,
  topic_dto,
  type Writer,
} from './writers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How an item of the game is on the wire, and what of it is its text. */
interface Form {
  /** Where it stands; absent: it names its topic or exercise itself. */
  readonly on?: 'topic_dto' | 'exercise_dto';
  readonly list: string;
  readonly ids: Fields;
  readonly content: (text: string) => object;
  readonly textIn: (item: Fields) => unknown;
}

const inContent = ({ content }: Fields) => content as Fields | undefined;
const [markId, otherMarkId] = [
  '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01',
  '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
];
const mark = (bookmark_id: string): Form => ({
  on: 'topic_dto',
  list: 'bookmarks',
  ids: { bookmark_id },
  content: (text) => bookmark(bookmark_id, text),
  textIn: ({ title }) => title,
});

const forms = {
  'mark-1': mark(markId),
  'mark-2': mark(otherMarkId),
  note: {
    on: 'topic_dto',
    list: 'notes',
    ids: { note_id: markId },
    content: (text) => note(markId, text),
    textIn: (item) => inContent(item)?.['text'],
  },
  highlight: {
    on: 'exercise_dto',
    list: 'annotations',
    ids: { annotation_id: markId },
    content: (text) => {
      const { anchor, ...rest } = highlight(markId, text);
      return { ...rest, anchor: { ...anchor, location: 'exercise_text' } };
    },
    textIn: ({ anchor }) => (anchor as { quote: Fields } | undefined)?.quote['exact'],
  },
  store: {
    on: 'exercise_dto',
    list: 'local_store_items',
    ids: { segment: 's', key: 'k' },
    content: (value) => ({ value }),
    textIn: ({ value }) => value,
  },
  answer: {
    list: 'answers',
    ids: { ...exercise_dto, answer_id: 'a' },
    content: (text) => essay('a', text),
    textIn: (item) => inContent(item)?.['text'],
  },
  page: {
    list: 'user_topics',
    ids: topic_dto,
    content: (text) => page(topic_dto.topic_id, text),
    textIn: (item) => inContent(item)?.['html'],
  },
  attributes: {
    list: 'topic_attributes',
    ids: topic_dto,
    // The texts of the game are numbers.
    content: (text) => ({ progress_in_percent: Number(text) }),
    textIn: ({ progress_in_percent }) => JSON.stringify(progress_in_percent),
  },
} as const satisfies Readonly<Record<string, Form>>;

/** The items of the game: every kind that a device exchanges, and two of one. */
export type ItemName = keyof typeof forms;
export const itemNames = Object.keys(forms) as ItemName[];

/** A version of an item; no text: it is removed. */
interface Known {
  readonly version: number;
  readonly text: string | undefined;
}

/** A change that is not delivered. */
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
  /** Changes that were sent and not answered. */
  #sent: ReadonlyMap<ItemName, Edit> | undefined;
  #cursor: string | undefined;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** The text that the device shows. */
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

  /** Changes to send: first the ones that may have arrived already, then all that wait. */
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
    const received = new Set<ItemName>();
    for (const [name, { version }] of itemsIn(answer.outcomes)) {
      received.add(name);
      const text = this.#sent!.get(name)!.text;
      this.known.set(name, { version, text });
      const later = this.#waiting.get(name);
      // Made while the request was under way, on top of it.
      if (later) this.#waiting.set(name, { ...later, base: version });
    }
    if (received.size > 0) this.#sent = undefined;
    for (const [name, { version, text }] of itemsIn(answer.changes)) {
      received.add(name);
      this.known.set(name, { version, text });
    }
    for (const name of received) this.copies.set(name, new Map());
    for (const [name, { version, text }] of itemsIn(answer.conflict_copies!)) {
      this.copies.set(name, new Map([...(this.copies.get(name) ?? []), [version, text!]]));
    }
  }
}

type Changes = NonNullable<BodyInput<Contract['clag']['cloudSynchForIssue']>['changes']>;

function toWire(edits: ReadonlyMap<ItemName, Edit>): Changes {
  const lists = (on: Form['on']) => {
    const there = [...edits].filter(([name]) => formOf(name).on === on);
    const byList = Map.groupBy(there, ([name]) => formOf(name).list);
    return Object.fromEntries(
      [...byList].map(([list, group]) => [list, group.map(([name, edit]) => inputOf(name, edit))]),
    );
  };
  return {
    models: [
      { topic_dto, ...lists('topic_dto') },
      { exercise_dto, ...lists('exercise_dto') },
    ],
    ...lists(undefined),
  };
}

const formOf = (name: ItemName): Form => forms[name];

function inputOf(name: ItemName, { base, text, settled }: Edit): object {
  const { ids, content } = formOf(name);
  const made = { version: base, settled_versions: [...settled] };
  return text === undefined
    ? { ...ids, ...made, is_removed: true }
    : { ...content(text), ...ids, ...made };
}

type Listed = Answer['outcomes' | 'changes'] | NonNullable<Answer['conflict_copies']>;

/** The items, outcomes or copies of an answer with what they say. */
function* itemsIn({ models, ...ofIssue }: Listed): Generator<[ItemName, Known]> {
  for (const name of itemNames) {
    const { on, list, ids, textIn } = formOf(name);
    const places: readonly object[] = on ? models : [ofIssue];
    const items = places.flatMap((place) => (place as Record<string, Fields[]>)[list] ?? []);
    for (const item of items) {
      if (Object.entries(ids).some(([id, value]) => item[id] !== value)) continue;
      const text = textIn(item);
      yield [name, { version: item['version'] as number, text: text as string | undefined }];
    }
  }
}
