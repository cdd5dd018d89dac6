import { builtInRoles } from '@lectern/contracts';
import { examples } from '@lectern/contracts/examples';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { ServedCall } from '../served-calls.ts';
import { callers, type Caller } from './callers.ts';
import { formValue, withFileText } from './forms.ts';
import { headerChanges, type HeaderChanges } from './headers.ts';
import { hostileBody, hostileText } from './hostile.ts';
import { toJsonText } from './json-text.ts';
import { markedTextsOf, withMarked } from './marked.ts';
import { nearlyValid, withHostility } from './mutations.ts';
import { valuesOf } from './values.ts';

/** A request of one call; placeholders stand for subjects and tokens. */
export interface Input {
  readonly caller: Caller;
  readonly headers: HeaderChanges;
  /** Without the question mark. */
  readonly query: string;
  /** JSON, or what is none; `forms.ts` makes forms of it. */
  readonly body: string;
}

/** Of every request, unless its input says otherwise. */
export const correlationId = 'fuzz-1';

/** Requests of a call: a third valid, a third nearly valid, a third hostile. */
export function inputsOf(served: ServedCall): fc.Arbitrary<Input> {
  const { call } = served;
  const caller = callersOf(served);
  const body = bodiesOf(served);
  const query = queriesOf(served);
  const noChange = fc.constant<HeaderChanges>({});
  const input = (part: Partial<{ [K in keyof Input]: fc.Arbitrary<Input[K]> }>) =>
    fc.record<Input>({
      caller,
      headers: noChange,
      query: query.valid,
      body: body.valid,
      ...part,
    });
  return fc.oneof(
    input({}),
    call.query ? input({ query: query.wrong }) : input({ body: body.nearlyValid }),
    fc.oneof(
      { weight: 3, arbitrary: input({ body: body.hostile }) },
      { weight: 1, arbitrary: input({ headers: headerChanges }) },
      { weight: 1, arbitrary: input({ query: query.wrong }) },
    ),
  );
}

/** The contract's example; by default of somebody who may make the call. */
export function exampleInput(served: ServedCall, caller = usualCaller(served)): Input {
  const { call, example } = served;
  return {
    caller,
    headers: {},
    query: querystringFrom(Object.entries(example.query ?? {})),
    body: toJsonText(sentBody(call, example.body)),
  };
}

/** The example about what is hidden, of those to whom it is. */
export function markedInputs(served: ServedCall): Input[] {
  const { example } = served;
  const of: ServedCall = { ...served, example: { ...example, body: withMarked(example.body) } };
  return (['pupil', 'teacher', 'dealer'] as const).map((caller) => exampleInput(of, caller));
}

function sentBody(call: ServedCall['call'], body: unknown): unknown {
  const own = ownSubject(body ?? {});
  return call.bodyFormat === 'multipart' ? withFileText(own) : own;
}

/** True where the contract demands that an input is refused, whatever the services hold. */
export function mustBeRefused({ call }: ServedCall, { caller, body, query }: Input): boolean {
  if (call.permission === 'public') return false;
  if (caller === 'nobody') return true;
  if (call.body && !parses(call.body, valueOf(call, body))) return true;
  return call.query !== undefined && !parses(call.query, querystringOf(query));
}

/** Mostly somebody who may make the call: who may not does not get far. */
function callersOf(served: ServedCall): fc.Arbitrary<Caller> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(usualCaller(served)) },
    { weight: 2, arbitrary: fc.constantFrom(...callers) },
  );
}

function usualCaller({ call: { permission } }: ServedCall): Caller {
  return (builtInRoles.student as readonly string[]).includes(permission)
    ? 'pupil'
    : 'administrator';
}

function bodiesOf({ call, example }: ServedCall) {
  const sent = sentBody(call, example.body);
  const { body } = call;
  const values = !body
    ? fc.constant(sent)
    : valuesOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), knownTextsOf).map(
        (value) => (parses(body, valueOf(call, toJsonText(value))) ? value : sent),
      );
  const valid = fc.oneof(
    { weight: 3, arbitrary: values },
    { weight: 1, arbitrary: fc.constant(sent) },
  );
  return {
    valid: valid.map(toJsonText),
    nearlyValid: nearlyValid(valid).map(toJsonText),
    hostile: fc.oneof(
      { weight: 6, arbitrary: withHostility(valid).map(toJsonText) },
      { weight: 1, arbitrary: hostileBody },
    ),
  };
}

function queriesOf({ call, example }: ServedCall) {
  const names = Object.keys(example.query ?? {});
  const valid: fc.Arbitrary<unknown> = call.query
    ? valuesOf(z.toJSONSchema(call.query, { io: 'input', unrepresentable: 'any' }), knownTextsOf)
    : fc.constant({});
  const pair = fc.tuple(fc.constantFrom(...names, '__proto__', 'a[b]', 'toString'), hostileText);
  return {
    valid: valid.map((value) =>
      querystringFrom(Object.entries(value as Readonly<Record<string, unknown>>)),
    ),
    wrong: fc.oneof(
      fc.array(pair, { maxLength: 3 }).map(querystringFrom),
      fc.constantFrom('%', '%00', '%ed%a0%80', '&&&', '=', 'a&'.repeat(2_000)),
    ),
  };
}

/** Longest value of a parameter, so that the address fits the limit of the headers (16 KiB). */
const parameterMaximumLength = 1_000;

function querystringFrom(pairs: readonly (readonly [string, unknown])[]): string {
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = String(value).slice(0, parameterMaximumLength).toWellFormed();
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    })
    .join('&');
}

function querystringOf(query: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : values[0]!];
    }),
  );
}

/** The value that a service reads in a body. */
function valueOf(call: ServedCall['call'], text: string): unknown {
  const json = jsonOf(text);
  return call.bodyFormat === 'multipart' ? formValue(json) : json;
}

/** A text as JSON; `undefined` where it is none. */
export function jsonOf(text: string): unknown {
  try {
    // A mark of the byte order may stand before it (RFC 8259, section 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function parses(schema: z.ZodMiniType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

/** With the caller in the place of the subject, and of that of each thing in a list. */
function ownSubject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      if (name === 'subject') return [name, 'subject-of-caller'];
      return [name, Array.isArray(value) ? value.map(ownSubject) : value];
    }),
  );
}

/** Texts of all calls' examples by name: many calls speak of the same things. */
const exampleTexts = collectTexts(examples, '', new Map<string, Set<string>>());

function collectTexts(value: unknown, field: string, into: Map<string, Set<string>>) {
  if (typeof value === 'string') {
    into.set(field, (into.get(field) ?? new Set()).add(value));
  } else if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, field, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) collectTexts(member, name, into);
  }
  return into;
}

function knownTextsOf(field: string): readonly string[] {
  const texts = [...(exampleTexts.get(field) ?? []), ...markedTextsOf(field)];
  if (field.endsWith('subject')) {
    return [
      'subject-of-caller',
      'subject-of-caller',
      'subject-of-pupil',
      'subject-of-support',
      ...texts,
    ];
  }
  return field.endsWith('_token') ? ['token-of-caller', 'token-of-teacher', ...texts] : texts;
}
