import { describe, expect, test } from 'vitest';
import type { CmiDocument } from '../player/cmi/progress.ts';
import { valueMaximumLength } from '../player/keeping/item-record.ts';
import type { Run, RunHost, Runtime } from '../player/runtime/runtime.ts';
import { scorm12 } from '../player/runtime/scorm12.ts';
import { Scorm2004 } from '../player/runtime/scorm2004.ts';
import type { Course, CourseItem } from '../src/course.ts';

const item: CourseItem = {
  id: 'I',
  storeId: 'I',
  title: 'Regen',
  isVisible: true,
  launch: 'content/i.html',
  isSco: true,
  launchData: 'vom Kurs',
  masteryScore: '80',
  children: [],
};
const course: Course = {
  format: 1,
  standard: 'scorm-2004',
  title: 'Wasser',
  courseId: 'M',
  issueId: '1',
  activityBase: 'urn:x',
  organization: { id: 'O', storeId: 'O' },
  items: [item],
};
const learner = { id: 'demo-mia', name: 'Keller, Mia' };

/** What content calls, by names that both standards share. */
interface Content {
  begin(): string;
  get(element: string): string;
  set(element: string, value: string): string;
  commit(): string;
  end(): string;
  error(): string;
}

interface Launched {
  readonly content: Content;
  readonly run: Run;
  readonly log: string[];
  readonly committed: CmiDocument[];
}

const standards = [
  {
    name: 'SCORM 1.2',
    runtime: (): Runtime => scorm12,
    prefix: 'LMS',
    end: 'LMSFinish',
    elements: {
      entry: 'cmi.core.entry',
      exit: 'cmi.core.exit',
      location: 'cmi.core.lesson_location',
      name: 'cmi.core.student_name',
      total: 'cmi.core.total_time',
      session: 'cmi.core.session_time',
    },
    fiveSeconds: '00:00:05',
    total: /^0*0:00:05/,
    commitFailure: '101',
    setFailure: '101',
    setAfterEnd: '101',
    response: 'student_response',
  },
  {
    name: 'SCORM 2004',
    runtime: (): Runtime =>
      new Scorm2004(
        course,
        () => {},
        () => {},
      ),
    prefix: '',
    end: 'Terminate',
    elements: {
      entry: 'cmi.entry',
      exit: 'cmi.exit',
      location: 'cmi.location',
      name: 'cmi.learner_name',
      total: 'cmi.total_time',
      session: 'cmi.session_time',
    },
    fiveSeconds: 'PT5S',
    total: /^PT5S$/,
    commitFailure: '391',
    setFailure: '351',
    setAfterEnd: '133',
    response: 'learner_response',
  },
];

describe.each(standards)('$name', (standard) => {
  const { elements } = standard;

  function launch(stored?: CmiDocument, refusing?: string): Launched {
    const log: string[] = [];
    const committed: CmiDocument[] = [];
    const host: RunHost = {
      began: (isResumed) => void log.push(isResumed ? 'resumed' : 'began'),
      changed: () => {},
      commit(state) {
        if (refusing === undefined) committed.push(state);
        return refusing;
      },
      ended: () => void log.push('ended'),
      navigate: (direction) => void log.push(direction),
    };
    const run = standard.runtime().launch(item, stored, learner, host);
    const call = (name: string, ...values: readonly string[]) =>
      (run.api as Record<string, (...values: readonly string[]) => string>)[name]!(...values);
    const { prefix } = standard;
    return {
      run,
      log,
      committed,
      content: {
        begin: () => call(`${prefix}Initialize`, ''),
        get: (element) => call(`${prefix}GetValue`, element),
        set: (element, value) => call(`${prefix}SetValue`, element, value),
        commit: () => call(`${prefix}Commit`, ''),
        end: () => call(standard.end, ''),
        error: () => call(`${prefix}GetLastError`),
      },
    };
  }

  test('has the standard’s eight functions', () => {
    const names = [
      'Initialize',
      'GetValue',
      'SetValue',
      'Commit',
      'GetLastError',
      'GetErrorString',
      'GetDiagnostic',
    ];
    expect(Object.keys(launch().run.api).toSorted()).toEqual(
      [...names.map((name) => standard.prefix + name), standard.end].toSorted(),
    );
  });

  test('a first run knows the learner and the manifest’s words', () => {
    const { content, log } = launch();
    expect(content.begin()).toBe('true');
    expect(content.get(elements.name)).toBe('Keller, Mia');
    expect(content.get(elements.entry)).toBe('ab-initio');
    expect(content.get('cmi.launch_data')).toBe('vom Kurs');
    expect(log).toEqual(['began']);
  });

  test('what is stored comes back whole, as JSON', () => {
    const first = launch();
    first.content.begin();
    first.content.set(elements.location, 'Seite 7 «ü» 🌧');
    first.content.set('cmi.suspend_data', '{"a":[1,2,"<&>"]}');
    first.content.set('cmi.objectives.0.id', 'ziel');
    first.content.set('cmi.interactions.0.id', 'frage');
    first.content.set('cmi.interactions.0.type', 'choice');
    first.content.set('cmi.interactions.0.correct_responses.0.pattern', 'b');
    first.content.set(`cmi.interactions.0.${standard.response}`, 'a');
    first.content.set(elements.session, standard.fiveSeconds);
    first.content.set(elements.exit, 'suspend');
    expect(first.content.end()).toBe('true');
    expect(first.log).toEqual(['began', 'ended']);

    const stored = JSON.parse(JSON.stringify(first.run.render())) as CmiDocument;
    const second = launch(stored);
    second.content.begin();
    expect(second.log).toEqual(['resumed']);
    expect(second.content.get(elements.entry)).toBe('resume');
    expect(second.content.get(elements.location)).toBe('Seite 7 «ü» 🌧');
    expect(second.content.get('cmi.suspend_data')).toBe('{"a":[1,2,"<&>"]}');
    expect(second.content.get('cmi.objectives.0.id')).toBe('ziel');
    expect(second.content.get('cmi.interactions._count')).toBe('1');
    expect(second.content.get(elements.total)).toMatch(standard.total);
    expect(second.run.render().cmi['interactions']).toEqual(stored.cmi['interactions']);
  });

  test('a run whose page dies can be resumed from what was stored in between', () => {
    const first = launch();
    first.content.begin();
    first.content.set(elements.location, '3');
    expect(first.content.commit()).toBe('true');
    const second = launch(first.committed[0]);
    second.content.begin();
    expect(second.content.get(elements.entry)).toBe('resume');
    expect(second.content.get(elements.location)).toBe('3');
  });

  test('content that is taken away is suspended, also where it ends its session itself', () => {
    for (const endsItself of [true, false]) {
      const { content, run, log } = launch();
      content.begin();
      run.leave();
      if (endsItself) content.end();
      run.close();
      expect(run.isSuspended).toBe(true);
      expect(log).toEqual(['began', 'ended']);
      expect(JSON.stringify(run.render())).toContain('"exit":"suspend"');
    }
  });

  test('calls after the end fail by the standard’s code', () => {
    const { content, run } = launch();
    content.begin();
    run.close();
    expect(content.set(elements.location, '9')).toBe('false');
    expect(content.error()).toBe(standard.setAfterEnd);
    expect(content.begin()).toBe('false');
    expect(content.get(elements.location)).toBe('');
  });

  test('a commit that is not taken over fails, and nothing is dropped', () => {
    const { content, run } = launch(undefined, 'not now');
    content.begin();
    content.set(elements.location, '3');
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(content.commit()).toBe('false');
      expect(content.error()).toBe(standard.commitFailure);
    }
    expect(content.end()).toBe('false');
    expect(JSON.stringify(run.render())).toContain('"3"');
  });

  test('a value for which there is no room is refused before it is set', () => {
    const { content, run } = launch();
    content.begin();
    let refused = 0;
    for (let index = 0; index < 400 && refused === 0; index += 1) {
      content.set(`cmi.interactions.${index}.id`, `f${index}`);
      content.set(`cmi.interactions.${index}.type`, 'fill-in');
      const answer = content.set(`cmi.interactions.${index}.${standard.response}`, 'x'.repeat(240));
      const more = content.set('cmi.suspend_data', 'y'.repeat(60_000));
      if (answer === 'false' || more === 'false') refused = index;
    }
    expect(refused).toBeGreaterThan(100);
    expect(content.error()).toBe(standard.setFailure);
    expect(JSON.stringify(run.render()).length).toBeLessThanOrEqual(valueMaximumLength);
    expect(content.commit()).toBe('true');
  });
});
