// @vitest-environment happy-dom
import type { AssignmentContent, ClassAssignment } from '@lectern/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAssignmentForm, type FormOf } from '../../src/assignments/assignment-form.ts';
import { wasser } from '../../src/course/wasser.ts';
import { given } from './scene.ts';

const members = [
  { subject: 'mia', display_name: 'Mia Keller' },
  { subject: 'ben', display_name: 'Ben Frei' },
  { subject: 'mia-2', display_name: 'Mia Keller' },
];
const now = Date.parse('2026-12-01T08:00:00Z');
const zone = process.env['TZ'];
let form: ReturnType<typeof createAssignmentForm>;
let save: ReturnType<typeof vi.fn<(content: AssignmentContent) => Promise<void>>>;

beforeEach(() => {
  process.env['TZ'] = 'Europe/Zurich';
  save = vi.fn<(content: AssignmentContent) => Promise<void>>(async () => {});
});
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

function open(more: Partial<FormOf> = {}): void {
  const of = { course: wasser, members, topicId: 'bach-3', now, ...more };
  form = createAssignmentForm(of, { save, close: () => {} });
  document.body.replaceChildren(form);
}
const change = (fields: Partial<ClassAssignment>) =>
  open({ changed: { ...given('Brief'), ...fields } });

/** A field by the words of its label. */
function field(label: string): HTMLInputElement {
  const labels = [...form.querySelectorAll('label')];
  const found = labels.find(({ textContent }) => textContent.trim().startsWith(label));
  return found!.querySelector('input')!;
}
const tick = (...names: readonly string[]) => names.forEach((name) => field(name).click());
function enter(values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values)) {
    field(label).value = value;
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  }
}
const send = () => form.requestSubmit();
/** The content that was saved last. */
const saved = () => save.mock.lastCall?.[0];
const problem = () => form.querySelector('[role="alert"]')!.textContent;
function expectFault(label: string, text: string | RegExp): void {
  expect(problem()).toMatch(text);
  expect(document.activeElement).toBe(field(label));
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(field(label).getAttribute('aria-describedby')).toBe('assignment-form-problem');
  expect(save).not.toHaveBeenCalled();
}

describe('an assignment is', () => {
  const names = () => form.querySelector<HTMLElement>('[aria-label="Schülerinnen und Schüler"]')!;

  it('for the whole class, unless somebody is chosen', () => {
    open();
    expect(names().hidden).toBe(true);
    send();
    expect(saved()).not.toHaveProperty('member_subjects');
  });

  it('for some pupils, also two of one name', () => {
    open();
    tick('Nur diese');
    expect(names().hidden).toBe(false);
    tick('Mia Keller (2)', 'Ben Frei');
    send();
    expect(saved()!.member_subjects!.toSorted()).toEqual(['ben', 'mia-2']);
  });

  it('for pupils who come while the form is open, beside those chosen before', () => {
    const [first, ...later] = members;
    open({ members: [] });
    tick('Nur diese');
    form.showMembers([first!]);
    tick('Mia Keller');
    field('Mia Keller').focus();
    form.showMembers([first!, ...later]);
    expect(document.activeElement).toBe(field('Mia Keller (1)'));
    tick('Ben Frei');
    send();
    expect(saved()!.member_subjects).toEqual(['mia', 'ben']);
  });

  it('not for a pupil without the course, who is named with the reason; an earlier choice can be taken back', () => {
    const all = [
      ...members,
      { subject: 'noah', display_name: 'Noah', without_course: true as const },
    ];
    open({ members: all });
    expect(field('Noah').disabled).toBe(true);
    expect(field('Noah').labels![0]!.textContent).toBe(' Noah (ohne diesen Kurs)');
    const reason = document.getElementById(field('Noah').getAttribute('aria-describedby')!)!;
    expect(reason.textContent).toMatch(/^1 Person in dieser Klasse arbeitet nicht mit diesem Kurs/);
    expect(reason.hidden).toBe(false);
    expect(field('Ben Frei').disabled).toBe(false);
    const changed = { ...given('Brief'), member_subjects: ['ben', 'noah'] };
    open({ members: all, changed });
    send();
    expect(saved()!.member_subjects).toEqual(['ben', 'noah']);
    open({ members: all, changed });
    tick('Noah');
    send();
    expect(saved()!.member_subjects).toEqual(['ben']);
    open();
    expect(document.getElementById(reason.id)!.hidden).toBe(true);
  });

  it('for nobody: then it is asked for whom', () => {
    open();
    tick('Nur diese', 'Ben Frei', 'Ben Frei');
    send();
    expectFault('Nur diese', 'Wählen Sie, für wen der Auftrag ist.');
    tick('Ben Frei');
    send();
    expect(saved()!.member_subjects).toEqual(['ben']);
    expect(problem()).toBe('');
    expect(form.querySelector('[aria-invalid]')).toBeNull();
  });

  it('for the whole class again, whoever was chosen before', () => {
    change({ member_subjects: ['ben'] });
    expect(field('Ben Frei').checked).toBe(true);
    tick('Die ganze Klasse');
    expect(names().hidden).toBe(true);
    send();
    expect(saved()).not.toHaveProperty('member_subjects');
  });

  it('still for a pupil who has left and may come back', () => {
    change({ member_subjects: ['ben', 'gone'] });
    tick('Mia Keller (1)');
    send();
    expect(saved()!.member_subjects!.toSorted()).toEqual(['ben', 'gone', 'mia']);
  });
});

describe('«Von» and «Bis»', () => {
  it('begin now, and end in a week before school', () => {
    open();
    expect(field('Von').value).toBe('2026-12-01T09:00');
    expect(field('Bis').value).toBe('2026-12-08T08:00');
    send();
    expect(saved()).toMatchObject({
      begins_at: '2026-12-01T08:00:00.000Z',
      due_at: '2026-12-08T07:00:00.000Z',
    });
  });

  it('in the wrong order are told at the second, and can be put right', () => {
    open();
    enter({ Von: '2026-12-09T08:00' });
    send();
    expectFault('Bis', '«Bis» liegt vor «Von».');
    enter({ Bis: '2026-12-09T08:00' });
    send();
    expect(saved()!.due_at).toBe(saved()!.begins_at);
    expect(form.querySelector('[aria-invalid]')).toBeNull();
  });

  it('need a beginning, and no end', () => {
    open();
    enter({ Von: '' });
    send();
    expectFault('Von', 'Wann beginnt der Auftrag?');
    enter({ Von: '2026-12-01T08:00', Bis: '' });
    send();
    expect(saved()).not.toHaveProperty('due_at');
  });

  it('over the change of the clocks are hours of the day', () => {
    open();
    enter({
      Von: '2026-03-28T08:00',
      Bis: '2026-03-30T08:00',
      'Öffnen sich am': '2026-10-26T08:00',
    });
    send();
    expect(saved()).toMatchObject({
      begins_at: '2026-03-28T07:00:00.000Z',
      due_at: '2026-03-30T06:00:00.000Z',
      solutions_at: '2026-10-26T07:00:00.000Z',
    });
  });

  it('in an hour that clocks skip end once it is over', () => {
    open();
    enter({ Von: '2026-03-29T01:30', Bis: '2026-03-29T02:30' });
    send();
    expect(saved()!.due_at).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])(
    'in the hour that comes twice stay as they were: %s',
    (due_at) => {
      change({ begins_at: '2026-10-20T06:00:00Z', due_at });
      expect(field('Bis').value).toBe('2026-10-25T02:30');
      enter({ Titel: 'Anderer Titel' });
      send();
      expect(saved()!.due_at).toBe(due_at);
    },
  );

  it.each([
    ['Europe/London', '2026-11-29T07:00', '2026-12-04T07:00'],
    ['Asia/Kolkata', '2026-11-29T12:30', '2026-12-04T12:30'],
    ['Pacific/Auckland', '2026-11-29T20:00', '2026-12-04T20:00'],
  ])('given elsewhere are told in the time of %s, and stay the same moments', (there, von, bis) => {
    process.env['TZ'] = there;
    const [begins_at, due_at] = ['2026-11-29T07:00:00Z', '2026-12-04T08:00:00+01:00'];
    change({ begins_at, due_at });
    expect([field('Von').value, field('Bis').value]).toEqual([von, bis]);
    send();
    expect(saved()).toMatchObject({ begins_at, due_at });
  });

  it.each(['Europe/London', 'America/New_York'])(
    'that nobody changes stay the same on a device that goes to %s meanwhile',
    (there) => {
      const moments = { begins_at: '2026-11-29T07:00:00Z', due_at: '2026-12-04T07:00:00Z' };
      change(moments);
      process.env['TZ'] = there;
      enter({ Titel: 'Anderer Titel' });
      send();
      expect(saved()).toMatchObject(moments);
    },
  );
});
