import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SetAside } from '../src/outbox/model/outcome.ts';
import { setAsideFile } from '../src/save-sign/set-aside-file.ts';
import { SetAsideList } from '../src/save-sign/set-aside-list.tsx';
import { titleKey, type Titles } from '../src/save-sign/titles.ts';
import { speak } from './speak.ts';

const issue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const item = (key: string, updated_at: string) => ({
  segment: 'answers',
  key,
  value: 'Der Bach <b>fliesst</b>',
  updated_at,
});
const refused: SetAside = {
  kind: 'items',
  why: 'refused',
  reason: 'LOCAL_STORE_FULL',
  scope: { ...issue, exercise_dto: { exercise_id: 'kreislauf' } },
  items: [item('a', '2026-11-20T08:00:00.000Z'), item('b', '2026-11-21T08:00:00.000Z')],
};
const conflict: SetAside = {
  kind: 'items',
  why: 'conflict',
  reason: 'LOCAL_STORE_ITEM_CONFLICT',
  scope: { ...issue, topic_dto: { topic_id: 'bach' } },
  items: [item('a', '2026-11-20T08:00:00.000Z')],
};
const statement = {
  kind: 'statement',
  reason: 'SOMETHING_NEW',
  about: 'quiz-1',
  statement: {
    id: 'b1f0c1d2-0000-4000-8000-000000000000',
    verb: { id: 'https://adlnet.gov/expapi/verbs/answered' },
    object: { id: 'https://content.example/quiz-1' },
  },
} satisfies SetAside;
const annotations: SetAside = {
  kind: 'annotations',
  reason: 'VERSION_UNKNOWN',
  scope: { ...issue, topic_dto: { topic_id: 'bach' } },
  changes: [
    {
      list: 'notes',
      id: 'b1f0c1d2-0000-4000-8000-000000000001',
      content: { note_type: 'SIDENOTE' },
      base: 3,
      version: 3_000_000_000,
      settled: [],
      updated_at: '2026-11-21T08:00:00.000Z',
    },
  ],
};
const everything: SetAside[] = [refused, conflict, annotations, statement, { kind: 'unreadable' }];

const titles: Titles = new Map([
  [titleKey('exercise', 'wasser', 'kreislauf'), 'Der Wasserkreislauf'],
  [titleKey('topic', 'wasser', 'bach'), 'Wer lebt im Bach?'],
]);

beforeAll(() => speak('de-CH'));

/** Text of the list, without its elements. */
function read(entries: readonly SetAside[], named: Titles = titles): string {
  const markup = renderToStaticMarkup(<SetAsideList entries={entries} titles={named} />);
  return markup.replaceAll(/<\/(p|h3|li)>/g, '\n').replaceAll(/<[^>]*>/g, '');
}

describe('the list of what was set aside', () => {
  it('says what was refused: what it belongs to, how much, since when, and why', () => {
    expect(read([refused])).toMatch(
      /^Abgelehnt\nAufgabe «Der Wasserkreislauf»\n2 Antworten · 21\. November 2026 um \d\d:00\nIn dieser Aufgabe oder auf dieser Seite ist kein Platz mehr\.\n/,
    );
  });

  it('says of notes whose original is gone what has become of it', () => {
    expect(read([annotations])).toMatch(
      /^Abgelehnt\nSeite «Wer lebt im Bach\?»\n1 Markierung oder Notiz · 21\. November 2026 um \d\d:00\nDas Original wurde inzwischen gelöscht/,
    );
  });

  it('says of a conflict where it is decided, and no code', () => {
    const text = read([conflict]);
    expect(text).toContain('Öffne die Aufgabe: Dort kannst du wählen');
    expect(text).toContain('Seite «Wer lebt im Bach?»');
    expect(text).not.toMatch(/Abgelehnt|LOCAL_STORE/);
  });

  it('says the code of what it has no words for, and nothing of a time that is unknown', () => {
    expect(read([statement])).toMatch(
      /Ein Eintrag über dein Lernen\nDie Lernplattform hat es nicht angenommen \(SOMETHING_NEW\)\.\n/,
    );
  });

  it('names what has a title, and nothing by its id', () => {
    const name = { fr: 'Le quiz', 'de-DE': 'Das Quiz' };
    const object = { ...statement.statement.object, definition: { name } };
    const named = { ...statement, statement: { ...statement.statement, object } };
    expect(read([named])).toContain('Eintrag über dein Lernen: «Das Quiz»\n');
    const unnamed = read(everything, new Map());
    expect(unnamed).toContain('Eine Aufgabe\n');
    expect(unnamed).toContain('Eine Seite\n');
    expect(unnamed).not.toMatch(/kreislauf|bach|quiz-1|wasser/);
  });

  it('keeps the kinds apart', () => {
    expect(
      read(everything).match(/^(Abgelehnt|Zwei verschiedene Fassungen|Nicht lesbar)$/gm),
    ).toEqual(['Abgelehnt', 'Zwei verschiedene Fassungen', 'Nicht lesbar']);
    expect(read([])).toBe('');
  });
});

it('the file holds everything that can be read, with ids and times', () => {
  const now = Date.parse('2026-11-22T10:00:00.000Z');
  expect(JSON.parse(setAsideFile(everything, now))).toEqual({
    saved_at: '2026-11-22T10:00:00.000Z',
    entries: everything,
  });
});
