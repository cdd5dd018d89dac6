import {
  BridgeError,
  type AcceptedAnnotations,
  type AnnotationChanges,
  type Annotations,
  type BridgeErrorCode,
  type Container,
  type Delivery,
  type EventName,
  type Events,
  type LocalStoreScope,
} from '@lectern/sdk';

const idNames = {
  annotations: 'annotation_id',
  notes: 'note_id',
  bookmarks: 'bookmark_id',
} as const;
type Kind = keyof typeof idNames;
const kinds = Object.keys(idNames) as Kind[];

interface Stored {
  readonly kind: Kind;
  readonly id: string;
  readonly version: number;
  readonly updated_at: string;
  /** Undefined: removed. */
  readonly content: object | undefined;
}
interface Change extends Omit<Stored, 'updated_at'> {
  readonly settled: readonly number[];
}
interface Waiting extends Change {
  readonly accepted: number;
}

/** Versions of what waits are above those of the service. */
const firstWaitingVersion = 2_147_483_648;

/**
 * The annotations of one topic at the service, for several devices: a change made on an older version
 * replaces the stored one, which becomes a conflict copy (contract, `versioned-item.ts`).
 */
export class AnnotationService {
  readonly items = new Map<string, Stored>();
  readonly copies: Stored[] = [];
  #seconds = 0;

  store({ kind, id, version, content, settled }: Change): Stored & { readonly copy?: number } {
    const stored = this.items.get(id);
    for (const each of settled) {
      const index = this.copies.findIndex((copy) => copy.id === id && copy.version === each);
      if (index !== -1) this.copies.splice(index, 1);
    }
    if (stored && JSON.stringify(stored.content) === JSON.stringify(content)) return stored;
    const next = {
      kind,
      id,
      content,
      version: (stored?.version ?? 0) + 1,
      updated_at: this.#now(),
    };
    this.items.set(id, next);
    if (!stored || stored.version === version) return next;
    if (stored.content) this.copies.push(stored);
    return { ...next, copy: stored.version };
  }

  #now(): string {
    this.#seconds += 1;
    return new Date(Date.UTC(2026, 2, 1, 8, 0, this.#seconds)).toISOString();
  }
}

/** A device's container in front of the service: it accepts at once, and delivers when the test says so. */
export class AnnotationsDouble implements Pick<
  Container,
  'getAnnotations' | 'saveAnnotations' | 'on'
> {
  /** Requests of the content, in order, accepted or not. */
  readonly sent: AnnotationChanges[] = [];
  /** Codes with which the next requests to save fail, before or after they are accepted. */
  readonly failures: { readonly code: BridgeErrorCode; readonly isAccepted?: boolean }[] = [];
  readonly #service: AnnotationService;
  readonly #listeners = new Set<readonly [EventName, (payload: never) => void]>();
  /** By accepted version the one of the service. */
  readonly #became = new Map<number, number>();
  #waiting: Waiting[] = [];
  #refused: Waiting[] = [];
  #accepted = firstWaitingVersion;
  #scope: LocalStoreScope | undefined;

  constructor(service: AnnotationService) {
    this.#service = service;
  }

  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void {
    const entry = [event, listener] as const;
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  async getAnnotations(
    scope: LocalStoreScope,
    options: { readonly withConflictCopies?: boolean } = {},
  ): Promise<Annotations> {
    this.#scope = scope;
    const seen = new Map<string, Stored & { readonly delivered: boolean }>();
    for (const [id, item] of this.#service.items) seen.set(id, { ...item, delivered: true });
    for (const { accepted, ...change } of this.#waiting)
      seen.set(change.id, {
        ...change,
        version: accepted,
        updated_at: '2026-03-01T08:00:00Z',
        delivered: false,
      });
    const copies = this.#service.copies.map((copy) => ({ ...copy, delivered: true }));
    return {
      ...listsOf([...seen.values()].filter(({ content }) => content)),
      ...(options.withConflictCopies && { conflict_copies: listsOf(copies) }),
    } as Annotations;
  }

  async saveAnnotations(
    scope: LocalStoreScope,
    changes: AnnotationChanges,
  ): Promise<AcceptedAnnotations> {
    this.#scope = scope;
    this.sent.push(changes);
    const failure = this.failures.shift();
    if (!failure) return this.#accept(changes);
    if (failure.isAccepted) this.#accept(changes);
    throw new BridgeError(failure.code, 'saveAnnotations', failure.code);
  }

  /** Delivers waiting changes to the service, and tells the content. */
  deliver(): void {
    const outcomes = this.#waiting.map(({ accepted, ...change }) => {
      const version = this.#became.get(change.version) ?? change.version;
      const stored = this.#service.store({ ...change, version });
      this.#became.set(accepted, stored.version);
      return {
        kind: change.kind,
        [idNames[change.kind]]: change.id,
        version: stored.version,
        updated_at: stored.updated_at,
        outcome: change.content ? 'stored' : 'removed',
        accepted_version: accepted,
        ...(stored.copy !== undefined && { conflict_copy_version: stored.copy }),
      };
    });
    this.#waiting = [];
    this.#emit('delivered', {
      kind: 'annotations',
      ...this.#scope!,
      ...byKind(outcomes),
    } as Delivery);
  }

  /** A service refuses what waits for good. */
  refuse(): void {
    const refused = this.#waiting.map(({ kind, id, version }) => ({
      kind,
      [idNames[kind]]: id,
      version,
    }));
    this.#refused = this.#waiting;
    this.#waiting = [];
    this.#emit('not-delivered', {
      kind: 'annotations',
      code: 'REFUSED',
      message: 'No.',
      ...this.#scope!,
      ...byKind(refused),
    } as Events['not-delivered']);
  }

  /** Sends refused changes once more as they were; the service takes them. */
  retryRefused(): void {
    this.#waiting.push(...this.#refused);
    this.#refused = [];
    this.deliver();
  }

  #accept(changes: AnnotationChanges): AcceptedAnnotations {
    const accepted = kinds.flatMap((kind) =>
      (changes[kind] ?? []).map((change) => {
        const { version, settled_versions: settled = [], ...rest } = change;
        const { is_removed: isRemoved, ...named } = { is_removed: false, ...rest };
        const { [idNames[kind]]: id, ...content } = named as Record<string, unknown>;
        this.#accepted += 1;
        this.#refused = this.#refused.filter((refused) => refused.id !== id);
        this.#waiting.push({
          kind,
          id: String(id),
          version,
          settled,
          content: isRemoved ? undefined : content,
          accepted: this.#accepted,
        });
        const updated_at = '2026-03-01T08:00:00Z';
        return { kind, [idNames[kind]]: id, version: this.#accepted, updated_at, delivered: false };
      }),
    );
    return byKind(accepted) as unknown as AcceptedAnnotations;
  }

  #emit<E extends EventName>(event: E, payload: Events[E]): void {
    for (const [heard, listener] of this.#listeners)
      if (heard === event) listener(payload as never);
  }
}

function listsOf(items: readonly (Stored & { readonly delivered: boolean })[]): object {
  return byKind(
    items.map(({ kind, id, content, version, updated_at, delivered }) => ({
      kind,
      [idNames[kind]]: id,
      ...content,
      version,
      updated_at,
      delivered,
    })),
  );
}

function byKind(entries: readonly { readonly kind: Kind }[]): object {
  const ofKind = (kind: Kind) =>
    entries.filter((entry) => entry.kind === kind).map(({ kind: _, ...entry }) => entry);
  return Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind)]));
}
