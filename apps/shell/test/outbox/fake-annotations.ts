import { uniteGaps } from '@lectern/sdk/testing';

const lists = ['annotations', 'notes', 'bookmarks', 'answers'] as const;
type ListName = (typeof lists)[number];
const idNames = {
  annotations: 'annotation_id',
  notes: 'note_id',
  bookmarks: 'bookmark_id',
  answers: 'answer_id',
};

interface Given {
  readonly [member: string]: unknown;
  readonly version: number;
  readonly settled_versions?: readonly number[];
  readonly is_removed?: boolean;
}
type Lists<T> = Readonly<Partial<Record<ListName, readonly T[]>>>;

interface Version {
  readonly version: number;
  /** Nothing: removed. */
  content: object | undefined;
}
interface Thing {
  /** The newest last. */
  readonly versions: Version[];
  readonly copies: Version[];
}

const updated_at = '2026-11-22T08:00:00.000Z';

/** Annotations and answers as the service keeps them: whoever writes last stands, and what nobody has seen is kept. */
export class FakeAnnotations {
  /** By scope, list and id. */
  readonly things = new Map<string, Thing>();

  /** The answer of the service about one thing. */
  thing(scope: object, list: ListName, id: string): Thing {
    const name = JSON.stringify([partsOf(scope), list, id]);
    const thing = this.things.get(name) ?? { versions: [], copies: [] };
    this.things.set(name, thing);
    return thing;
  }

  /** The contents that were ever stored of a thing, in order. */
  history(scope: object, list: ListName, id: string): readonly (object | undefined)[] {
    return this.thing(scope, list, id).versions.map(({ content }) => content);
  }

  /** Of each list what became of its changes; nothing where a version never was. */
  save(body: Lists<Given>): Lists<object> | undefined {
    const all = lists.flatMap((list) => (body[list] ?? []).map((given) => ({ list, given })));
    const isUnknown = all.some(({ list, given }) => {
      const { versions } = this.thing(body, list, String(given[idNames[list]]));
      return given.version > (versions.at(-1)?.version ?? 0);
    });
    if (isUnknown) return undefined;
    return Object.fromEntries(
      lists.map((list) => [
        list,
        (body[list] ?? []).map((given) => this.#store(body, list, given)),
      ]),
    );
  }

  #store(scope: object, list: ListName, given: Given): object {
    const { [idNames[list]]: id, version, settled_versions = [], is_removed, ...content } = given;
    const { versions, copies } = this.thing(scope, list, String(id));
    for (const settled of settled_versions) {
      const place = copies.findIndex((copy) => copy.version === settled);
      if (place >= 0) copies.splice(place, 1);
    }
    const last = versions.at(-1) ?? { version: 0, content: undefined };
    const told = { [idNames[list]]: id, updated_at };
    const next: Version = {
      version: last.version + 1,
      content: is_removed === true ? undefined : content,
    };
    if (JSON.stringify(last.content) === JSON.stringify(next.content))
      return { ...told, version: last.version, outcome: 'unchanged' };
    const united =
      list === 'answers' && version < last.version && last.content && next.content
        ? uniteGaps(last.content as never, next.content as never)
        : undefined;
    if (united) next.content = { ...next.content, content: united.content };
    versions.push(next);
    const outcome = {
      ...told,
      version: next.version,
      outcome: united?.isMore ? 'merged' : next.content ? 'stored' : 'removed',
    };
    if (version === last.version || !last.content || united?.isLossy === false) return outcome;
    copies.push(last);
    return { ...outcome, conflict_copy_version: last.version };
  }

  read(body: object): object {
    const asksForCopies = 'with_conflict_copies' in body && body.with_conflict_copies === true;
    const found = (of: (thing: Thing) => readonly Version[]) =>
      Object.fromEntries(
        lists.map((list) => [
          list,
          [...this.things].flatMap(([name, thing]) => {
            const [scope, own, id] = JSON.parse(name) as [readonly string[], ListName, string];
            if (own !== list || JSON.stringify(scope) !== JSON.stringify(partsOf(body))) return [];
            return of(thing).flatMap(({ version, content }) =>
              content ? [{ [idNames[list]]: id, ...content, version, updated_at }] : [],
            );
          }),
        ]),
      );
    return {
      ...found(({ versions }) => versions.slice(-1)),
      ...(asksForCopies && { conflict_copies: found(({ copies }) => copies) }),
    };
  }
}

function partsOf(body: object): readonly string[] {
  const { course_id_dto, issue_id_dto, topic_dto, exercise_dto } = body as Record<string, object>;
  return [course_id_dto, issue_id_dto, topic_dto, exercise_dto].map((dto) => JSON.stringify(dto));
}
