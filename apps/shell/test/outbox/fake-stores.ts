import { createClient } from '@lectern/contracts/client';
import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import { assignmentCalls } from '@lectern/contracts/calls/annotations/assignment';
import { exerciseCalls } from '@lectern/contracts/calls/annotations/exercise';
import { feedbackCalls } from '@lectern/contracts/calls/annotations/feedback';
import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/local-store-item';
import { searchCalls } from '@lectern/contracts/calls/annotations/search';
import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import { userCalls } from '@lectern/contracts/calls/users/user';
import type { Api } from '../../src/api.ts';
import { FakeAnnotations } from './fake-annotations.ts';

/** The fault of a request, and whether the service has done it before. */
export type Fault =
  | 'network'
  | 'answer lost'
  /** No answer comes, and the service does it a while later. */
  | 'late'
  /** Something on the way answers, as if the service had done it. */
  | { readonly answer: object; readonly code?: never }
  | { readonly status: number; readonly code?: string; readonly retryAfterInSeconds?: number };

/** A request as the services see it. */
export interface Seen {
  readonly call:
    | 'annotations'
    | 'assignment'
    | 'feedback'
    | 'read'
    | 'save'
    | 'saveAnswers'
    | 'write'
    | 'put'
    | 'key';
  readonly subject: string | null;
  readonly body: never;
}

interface Item {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  readonly version?: number;
}

interface AnswersBody {
  readonly course_id_dto: object;
  readonly issue_id_dto: object;
  readonly exercise_ids: readonly string[];
  readonly answers: readonly object[];
}

interface GivenFeedback {
  readonly feedback_id: string;
  readonly version: number;
  readonly content?: object;
}

interface GivenAssignment {
  readonly assignment_id: string;
  readonly version: number;
  readonly is_removed?: boolean;
}

interface StoredItem extends Item {
  readonly version: number;
  readonly updated_at: string;
}

const callOf = {
  '/clag/v1/localStoreItem/getForModel': 'read',
  '/clag/v1/localStoreItem/setForModel': 'write',
  '/clag/v1/annotations/getForTopic': 'annotations',
  '/clag/v1/annotations/getForExercise': 'annotations',
  '/clag/v1/annotations/saveForTopic': 'save',
  '/clag/v1/annotations/saveForExercise': 'save',
  '/clag/v1/exercise/saveAndGetUserData': 'saveAnswers',
  '/clag/v1/assignment/saveForGroup': 'assignment',
  '/clag/v1/feedback/saveForMember': 'feedback',
  '/lars/v1/data/put': 'put',
  '/aua/v1/user/getProperties': 'key',
} as const;

/** The services that keep items and statements, in memory, behind the shell's real clients. */
export class FakeStores {
  /** By scope and item. */
  readonly items = new Map<string, Map<string, StoredItem>>();
  readonly annotations = new FakeAnnotations();
  readonly statements = new Map<string, string>();
  /** The ids of the statements in the order in which they were stored, by what they are about. */
  readonly order = new Map<string, string[]>();
  /** Every value that was ever stored, by item; those of other devices, too. */
  readonly history = new Map<string, string[]>();
  /** Of the user. */
  properties: readonly { readonly key: string; readonly value: string }[] = [];
  readonly seen: Seen[] = [];
  /** Requests that the services will do though their clients have gone. */
  readonly late: (() => void)[] = [];
  /** Says what goes wrong; asked once for each request. */
  fault: (seen: Seen) => Fault | undefined = () => undefined;
  /** Waited for before a request is answered. */
  hold: (seen: Seen) => Promise<void> | undefined = () => undefined;

  readonly api = this.apiWith(async () => {});

  /** @param token Waited for before a request goes out, as for a token that is renewed. */
  apiWith(token: () => Promise<void>): Pick<Api, 'aua' | 'clag' | 'lars'> {
    const options = {
      base: 'https://services.example',
      headers: async () => {
        await token();
        return { xIaCorrelationId: 'c', xIaRoles: '', xIaSubject: 'of the page' };
      },
      fetch: (input: unknown, init: RequestInit = {}) => this.#answer(String(input), init),
      retryPausesInMs: [0, 0],
    };
    return {
      aua: createClient(userCalls, { ...options, service: 'aua', base: `${options.base}/aua/v1` }),
      clag: createClient(
        {
          ...annotationsCalls,
          ...assignmentCalls,
          ...exerciseCalls,
          ...feedbackCalls,
          ...localStoreItemCalls,
          ...searchCalls,
        },
        {
          ...options,
          service: 'clag',
          base: `${options.base}/clag`,
        },
      ),
      lars: createClient(dataCalls, { ...options, service: 'lars', base: `${options.base}/lars` }),
    };
  }

  writes(): readonly Seen[] {
    return this.seen.filter(({ call }) => call === 'write');
  }

  /** A write of another device. */
  store(scope: object, item: Item): StoredItem {
    const model = this.#model(scope);
    const there = model.get(nameOf(item));
    const stored = {
      ...item,
      version: (there?.version ?? 0) + 1,
      updated_at: '2026-11-22T08:00:00.000Z',
    };
    if (there?.value !== item.value) this.stored(scope, item).push(item.value);
    model.set(nameOf(item), stored);
    return stored;
  }

  /** Every value that was ever stored, in order. */
  stored(scope: object, item: Pick<Item, 'segment' | 'key'>): string[] {
    const name = JSON.stringify([scope, nameOf(item)]);
    const values = this.history.get(name) ?? [];
    this.history.set(name, values);
    return values;
  }

  value(scope: object, item: Pick<Item, 'segment' | 'key'>): string | undefined {
    return this.#model(scope).get(nameOf(item))?.value;
  }

  version(scope: object, item: Pick<Item, 'segment' | 'key'>): number | undefined {
    return this.#model(scope).get(nameOf(item))?.version;
  }

  list(scope: object): readonly StoredItem[] {
    return [...this.#model(scope).values()];
  }

  async #answer(address: string, init: RequestInit): Promise<Response> {
    init.signal?.throwIfAborted();
    const call = callOf[new URL(address).pathname as keyof typeof callOf];
    const body = JSON.parse(init.body as string) as never;
    const seen: Seen = { call, subject: new Headers(init.headers).get('X-Ia-Subject'), body };
    this.seen.push(seen);
    const fault = this.fault(seen);
    await this.hold(seen);
    if (fault === 'late') {
      this.late.push(() => void this.#do(seen));
      throw new TypeError('Failed to fetch');
    }
    if (fault === 'network') throw new TypeError('Failed to fetch');
    if (typeof fault === 'object' && 'answer' in fault)
      return Response.json({ result_state: 'OK', ...fault.answer });
    if (typeof fault === 'object') return failure(fault.status, fault.code, fault);
    const answer = this.#do(seen);
    if (fault === 'answer lost') throw new TypeError('Failed to fetch');
    return answer;
  }

  #do({ call, body }: Seen): Response {
    if (call === 'put') return this.#put(body);
    if (call === 'annotations')
      return Response.json({ result_state: 'OK', ...this.annotations.read(body) });
    if (call === 'save') {
      const outcomes = this.annotations.save(body);
      return outcomes
        ? Response.json({ result_state: 'OK', ...outcomes })
        : failure(409, 'VERSION_UNKNOWN');
    }
    if (call === 'feedback') return this.#saveFeedback(body);
    if (call === 'assignment') return this.#saveAssignment(body);
    if (call === 'saveAnswers') return this.#saveAnswers(body);
    if (call === 'key') return Response.json({ result_state: 'OK', properties: this.properties });
    const { local_store_items: items = [], ...scope } = body as {
      local_store_items?: readonly Item[];
    };
    if (call === 'read')
      return Response.json({ result_state: 'OK', local_store_items: this.list(scope) });
    return this.#write(scope, items);
  }

  #saveAnswers({ exercise_ids: [exercise_id], ...body }: AnswersBody): Response {
    const { course_id_dto, issue_id_dto, answers } = body;
    const outcomes = this.annotations.save({
      course_id_dto,
      issue_id_dto,
      exercise_dto: { exercise_id },
      answers,
    } as never);
    if (!outcomes) return failure(409, 'VERSION_UNKNOWN');
    const named = outcomes.answers?.map((outcome) => ({ exercise_id, ...outcome }));
    return Response.json({ result_state: 'OK', outcomes: named, answers: [] });
  }

  /** By id. Without content: removed. */
  readonly feedback = new Map<string, { readonly version: number; readonly content?: object }>();

  /** As the service does it: a change on another version than the stored one is refused. */
  #saveFeedback({ feedback }: { readonly feedback: readonly GivenFeedback[] }): Response {
    const steps = feedback.map(({ feedback_id, version, content }) => {
      const stored = this.feedback.get(feedback_id) ?? { version: 0 };
      const isSame = JSON.stringify(stored.content) === JSON.stringify(content);
      return {
        feedback_id,
        content,
        stored,
        isSame,
        isConflict: !isSame && stored.version !== version,
      };
    });
    if (steps.some(({ isConflict }) => isConflict)) return failure(409, 'FEEDBACK_CONFLICT');
    const outcomes = steps.map(({ feedback_id, content, stored, isSame }) => {
      const version = isSame ? stored.version : stored.version + 1;
      this.feedback.set(feedback_id, { version, ...(content && { content }) });
      const outcome = isSame ? 'unchanged' : content ? 'stored' : 'removed';
      return { feedback_id, version, updated_at: '2026-11-22T08:00:00.000Z', outcome };
    });
    return Response.json({ result_state: 'OK', feedback: outcomes });
  }

  /** By id. Without content: removed. */
  readonly assignments = new Map<string, { readonly version: number; readonly content?: object }>();

  /** As the service does it: a change on another version than the stored one is refused. */
  #saveAssignment({ assignment }: { readonly assignment: GivenAssignment }): Response {
    const { assignment_id, version: base, is_removed, ...content } = assignment;
    const stored = this.assignments.get(assignment_id) ?? { version: 0 };
    const next = is_removed ? undefined : content;
    const isSame = JSON.stringify(stored.content) === JSON.stringify(next);
    if (!isSame && stored.version !== base) return failure(409, 'ASSIGNMENT_CONFLICT');
    const version = isSame ? stored.version : stored.version + 1;
    this.assignments.set(assignment_id, { version, ...(next && { content: next }) });
    const outcome = isSame ? 'unchanged' : next ? 'stored' : 'removed';
    const updated_at = '2026-11-22T08:00:00.000Z';
    return Response.json({
      result_state: 'OK',
      assignment: { assignment_id, version, updated_at, outcome },
    });
  }

  /** As the service's own handler: all or none; what is stored already changes nothing. */
  #write(scope: object, items: readonly Item[]): Response {
    const model = this.#model(scope);
    const steps = items.map((item) => {
      const there = model.get(nameOf(item));
      const isNew = !there || there.value !== item.value || there.version === item.version;
      return { item, there, isNew };
    });
    const isConflict = steps.some(
      ({ item, there, isNew }) =>
        isNew && item.version !== undefined && item.version !== (there?.version ?? 0),
    );
    if (isConflict) return failure(409, 'LOCAL_STORE_ITEM_CONFLICT');
    for (const { item, isNew } of steps) if (isNew) this.store(scope, item);
    const stored = items.map((item) => model.get(nameOf(item)));
    const result_state = steps.some(({ isNew }) => isNew) ? 'OK' : 'IA_OK';
    return Response.json({ result_state, local_store_items: stored });
  }

  #put({
    put_dto: { dto_id, statement },
  }: {
    put_dto: { dto_id: string; statement: { id: string; timestamp?: string } };
  }): Response {
    const text = JSON.stringify([dto_id, statement]);
    const there = this.statements.get(statement.id);
    // A time that the sender did not give is not the sender's content.
    const isSame = there === text || (!statement.timestamp && withoutTime(there) === text);
    if (there !== undefined && !isSame) return failure(409, 'STATEMENT_CONFLICT');
    if (there === undefined)
      this.order.set(dto_id, [...(this.order.get(dto_id) ?? []), statement.id]);
    this.statements.set(statement.id, there ?? text);
    const result_state = there === undefined ? 'OK' : 'IA_OK';
    return Response.json({ result_state, statement_id: statement.id });
  }

  #model(scope: object): Map<string, StoredItem> {
    const name = JSON.stringify(scope);
    const model = this.items.get(name) ?? new Map<string, StoredItem>();
    this.items.set(name, model);
    return model;
  }
}

function nameOf({ segment, key }: Pick<Item, 'segment' | 'key'>): string {
  return JSON.stringify([segment, key]);
}

function withoutTime(text = 'null'): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    name === 'timestamp' ? undefined : value,
  );
}

/** Without a code it is no answer of a service, but of something on the way. */
function failure(
  status: number,
  code?: string,
  { retryAfterInSeconds }: { readonly retryAfterInSeconds?: number } = {},
): Response {
  const headers: Record<string, string> =
    retryAfterInSeconds === undefined ? {} : { 'Retry-After': String(retryAfterInSeconds) };
  if (code === undefined) return new Response('<html>', { status, headers });
  return Response.json(
    { result_state: 'ERROR', result_messages: [{ code, text: code }] },
    { status, headers },
  );
}
