import type { RawAnswer } from '../bare-server.ts';
import { about, kindOf, kinds, type Names } from '../marked/named-things.ts';
import { first, firstMark } from '../marked/publishers.ts';
import {
  dataMarkOf,
  nameMarkOf,
  standings,
  textMarks,
  titleMark,
  type MarkedSchool,
  type Standing,
} from '../marked/school.ts';
import type { Caller } from './callers.ts';

/*
 * A class, a course and a publisher that inputs name, and what of them nobody may be told. The teacher leads
 * the class; the application and the dealer are of another publisher; nobody else has anything to do with them.
 */

/** Names of the marked things, and of one more subject than the others have. */
type MarkedNames = Names & { readonly invited: string };

export function markedNamesOf({ people, names }: MarkedSchool): MarkedNames {
  return {
    ...first,
    ...names,
    subject: people['joined by itself'].subject,
    invited: people['invited'].subject,
  };
}

const placeholder = /marked-([a-z]+)/gi;

/** Placeholders for the marked things that a field can name. */
export function markedTextsOf(field: string): readonly string[] {
  const kind = kindOf(field);
  if (kind === undefined) return [];
  return kind === 'subject' ? ['marked-subject', 'marked-invited'] : [`marked-${kind}`];
}

/** A body with placeholders for the marked things in the places of others. */
export function withMarked(body: unknown): unknown {
  return about(body, Object.fromEntries(kinds.map((kind) => [kind, `marked-${kind}`])));
}

/** Callers who may see and change everything: to them the placeholders are names of nothing. */
const seeEverything: ReadonlySet<Caller> = new Set(['support', 'administrator']);

/**
 * Puts the names of the marked things in the places that are left for them. Who may change the things does
 * not learn their names, so that what is hidden stays so.
 */
export function fillMarked(text: string, caller: Caller, names: MarkedNames): string {
  if (seeEverything.has(caller)) return text;
  return text.replaceAll(placeholder, (whole, kind: string) => names[kind as 'subject'] ?? whole);
}

const neverRead = standings.filter(
  (standing) => standing !== 'joined by itself' && standing !== 'named by the school',
);
/** The teacher may let in somebody who asks to join. */
const neverNamed: readonly Standing[] = neverRead.filter(
  (standing) => standing !== 'member since later' && standing !== 'asking to join',
);
const ofCourse = [...textMarks, titleMark];
const everything = [
  ...ofCourse,
  firstMark,
  ...standings.flatMap((standing) => [nameMarkOf(standing), dataMarkOf(standing)]),
];
/** Marks hidden from each caller, whatever the callers have done. */
const hidden: Readonly<Record<Caller, readonly string[]>> = {
  nobody: everything,
  pupil: everything,
  // One of its devices may be the first that a licence of the class opens the course on.
  teacher: [firstMark, ...neverRead.map(dataMarkOf), ...neverNamed.map(nameMarkOf)],
  // An application that knows a subject can make it a customer, and then read what customers are (decision 0040).
  application: [...ofCourse, firstMark],
  dealer: [...ofCourse, firstMark],
  support: [],
  administrator: [],
};

/** Marks in an answer of what is hidden from a caller. */
export function hiddenIn({ body }: Pick<RawAnswer, 'body'>, caller: Caller): readonly string[] {
  const text = body.toLowerCase();
  return hidden[caller].filter((mark) => text.includes(mark));
}
