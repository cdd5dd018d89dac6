import { describe, expect, test, vi } from 'vitest';
import type { CmiDocument } from '../player/cmi/progress.ts';
import { valueMaximumLength } from '../player/keeping/item-record.ts';
import type { Run, RunHost, Runtime } from '../player/runtime/runtime.ts';
import { scorm12 } from '../player/runtime/scorm12.ts';
import { SequencedNavigation } from '../player/navigation/sequenced.ts';
import { course, idleHost, item, learner } from './one-item-course.ts';

/** The calls of content, by names that both standards share. */
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
  /** Loads another page in the place of the one that is there. */
  newPage(): void;
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
    afterEnd: { begin: '101', end: '301', get: '301', set: '301', commit: '301' },
    silentStatus: ['core', 'lesson_status'],
    untouched: 'not attempted',
    score: 'cmi.core.score',
    branches: ['cmi.core', 'cmi.student_data', 'cmi.student_preference'],
    status: 'cmi.core.lesson_status',
    response: 'student_response',
    longAnswer: 'fill-in',
    texts: ['cmi.comments'],
    ofManifest: ['mastery_score', 'max_time_allowed', 'time_limit_action'].map(
      (name) => `cmi.student_data.${name}`,
    ),
  },
  {
    name: 'SCORM 2004',
    runtime(): Runtime {
      const navigation = new SequencedNavigation(
        course,
        () => {},
        () => {},
      );
      // The player asks for an item before it launches it.
      navigation.start(item);
      return navigation.runtime;
    },
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
    afterEnd: { begin: '104', end: '113', get: '123', set: '133', commit: '143' },
    silentStatus: ['completion_status'],
    untouched: 'unknown',
    score: 'cmi.score',
    branches: [
      'adl',
      'adl.nav',
      'adl.data',
      'cmi.comments_from_learner',
      'cmi.comments_from_lms',
      'cmi.learner_preference',
    ],
    status: 'cmi.completion_status',
    response: 'learner_response',
    longAnswer: 'long-fill-in',
    texts: ['cmi.comments_from_learner.0.comment', 'cmi.interactions.0.description'],
    ofManifest: [
      'cmi.scaled_passing_score',
      'cmi.max_time_allowed',
      'cmi.time_limit_action',
      'cmi.completion_threshold',
    ],
  },
];

describe.each(standards)('$name', (standard) => {
  const { elements } = standard;

  function launch(stored?: CmiDocument, refusing?: string, of = item): Launched {
    const log: string[] = [];
    const committed: CmiDocument[] = [];
    let page = 1;
    let pageOfSession = 1;
    const host: RunHost = {
      began(isResumed) {
        pageOfSession = page;
        log.push(isResumed ? 'resumed' : 'began');
      },
      isNewPage: () => page > pageOfSession,
      changed: () => {},
      commit() {
        if (refusing === undefined) committed.push(run.render());
        return refusing;
      },
      ended: () => void log.push('ended'),
      refused: () => void log.push('refused'),
      navigate: (direction) => void log.push(direction),
    };
    const run = standard.runtime().launch(of, stored, learner, host);
    const call = (name: string, ...values: readonly string[]) =>
      (run.api as Record<string, (...values: readonly string[]) => string>)[name]!(...values);
    const { prefix } = standard;
    return {
      run,
      log,
      committed,
      newPage: () => void (page += 1),
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

  test('what the manifest says in a form of its own counts as unsaid', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { masteryScore: _, ...silent } = item;
    const { content: unsaid } = launch(undefined, undefined, silent);
    unsaid.begin();
    const { content } = launch(undefined, undefined, {
      ...silent,
      masteryScore: '80%',
      scaledPassingScore: '80',
      maxTimeAllowed: '30',
      timeLimitAction: 'exit, message',
      sequencing: { completionThreshold: { completedByMeasure: true, minProgressMeasure: 80 } },
    });
    expect(content.begin()).toBe('true');
    expect(content.get('cmi.launch_data')).toBe('vom Kurs');
    for (const element of standard.ofManifest)
      expect(content.get(element)).toBe(unsaid.get(element));
    expect(warned).toHaveBeenCalledTimes(standard.ofManifest.length);
  });

  test('an empty place', () => {
    const first = launch();
    first.content.begin();
    first.content.set(elements.location, '3');
    expect(first.content.set(elements.location, '')).toBe('true');
    expect(first.content.get(elements.location)).toBe('');
    expect(first.content.set(elements.location, 'x'.repeat(300_000))).toBe('false');
    expect(first.content.get(elements.location)).toBe('');
    first.content.set(elements.exit, 'suspend');
    first.content.end();
    const second = launch(JSON.parse(JSON.stringify(first.run.render())) as CmiDocument);
    second.content.begin();
    expect(second.content.get(elements.location)).toBe('');
  });

  test.each([
    'cmi',
    standard.score,
    ...standard.branches,
    'cmi.objectives',
    'cmi.objectives.',
    'cmi.objectives.0',
    'cmi.objectives.0.score',
    'cmi.objectives.1',
    'cmi.objectives.1.score',
    'cmi.interactions',
    'cmi.interactions.0',
    'cmi.interactions.0.objectives',
    'cmi.interactions.0.correct_responses',
    'cmi.interactions.0.correct_responses.0',
  ])('a value in the place of all below %s', (element) => {
    const { content, run } = launch();
    content.begin();
    content.set('cmi.objectives.0.id', 'ziel');
    const before = JSON.stringify(run.render());
    expect([content.set(element, 'x'), content.error()]).toEqual(['false', '401']);
    expect(JSON.stringify(run.render())).toBe(before);
  });

  test.each([
    ['of several lines', 'eins\nzwei\r\ndrei'],
    ['with a brace before it', '{x} eins'],
    ['longer than a platform has to take', 'x'.repeat(65_000)],
  ])('a text %s', (_what, text) => {
    for (const element of [
      elements.location,
      'cmi.suspend_data',
      `cmi.interactions.0.${standard.response}`,
      'cmi.interactions.0.correct_responses.0.pattern',
      ...standard.texts,
    ]) {
      const first = launch();
      first.content.begin();
      first.content.set('cmi.interactions.0.id', 'frage');
      first.content.set('cmi.interactions.0.type', 'fill-in');
      expect([element, first.content.set(element, text), first.content.error()]).toEqual([
        element,
        'true',
        '0',
      ]);
      first.content.set(elements.exit, 'suspend');
      first.content.end();
      const stored = JSON.stringify(first.run.render());
      expect(stored).toContain(JSON.stringify(text));
      const second = launch(JSON.parse(stored) as CmiDocument);
      second.content.begin();
      expect(JSON.stringify(second.run.render())).toContain(JSON.stringify(text));
    }
  });

  test.each([
    ['fill-in', Array(60).fill('x').join('[,]')],
    ['fill-in', 'Regen, Schnee'.repeat(12)],
    [standard.longAnswer, 'Regen, Schnee'],
    ['matching', Array.from({ length: 40 }, (_, index) => `${index}[.]a`).join('[,]')],
  ])('an answer of many parts to %s, with identifiers of any length: %s', (type, text) => {
    const { content } = launch();
    content.begin();
    const id = 'f'.repeat(5_000);
    for (const [element, value] of [
      ['cmi.objectives.0.id', id],
      ['cmi.interactions.0.id', id],
      ['cmi.interactions.0.objectives.0.id', id],
      ['cmi.interactions.0.type', type],
      [`cmi.interactions.0.${standard.response}`, text],
      ['cmi.interactions.0.correct_responses.0.pattern', text],
    ] as const)
      expect([element, content.set(element, value), content.error()]).toEqual([
        element,
        'true',
        '0',
      ]);
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
      content.set(standard.status, 'incomplete');
      run.leave();
      if (endsItself) content.end();
      run.close();
      expect(run.isSuspended).toBe(true);
      expect(log).toEqual(['began', 'ended']);
      expect(JSON.stringify(run.render())).toContain('"exit":"suspend"');
    }
  });

  test.each(['content', 'player'])(
    'calls after the end by the %s fail by the standard’s codes, and it is told once',
    (endedBy) => {
      const { content, run, log } = launch();
      content.begin();
      content.set(elements.location, '3');
      if (endedBy === 'content') content.end();
      else run.close();
      const stored = JSON.stringify(run.render());
      const calls = {
        begin: () => content.begin(),
        end: () => content.end(),
        get: () => content.get(elements.location),
        set: () => content.set(elements.location, '9'),
        commit: () => content.commit(),
      };
      for (const [name, call] of Object.entries(calls)) {
        expect([name, call(), content.error()]).toEqual([
          name,
          name === 'get' ? '' : 'false',
          standard.afterEnd[name as keyof typeof calls],
        ]);
      }
      run.close();
      // The learner is told where the content goes on without being heard.
      expect(log).toEqual(['began', 'ended', ...(endedBy === 'content' ? ['refused'] : [])]);
      expect(JSON.stringify(run.render())).toBe(stored);
    },
  );

  describe('content that says nothing of its completion', () => {
    const statusOf = ({ cmi }: CmiDocument) =>
      standard.silentStatus.reduce<unknown>(
        (inner, name) => Reflect.get(inner as object, name),
        cmi,
      );

    test.each<[what: string, act: (launched: Launched) => void, status: string]>([
      ['is completed once it has ended', ({ content }) => content.end(), 'completed'],
      [
        'is completed where it ends while it is taken away',
        ({ content, run }) => {
          run.leave();
          content.end();
        },
        'completed',
      ],
      [
        'is completed though it has kept something',
        ({ content }) => {
          content.set(elements.location, '3');
          content.end();
        },
        'completed',
      ],
      [
        'is not where it says that it goes on later',
        ({ content }) => {
          content.set(elements.exit, 'suspend');
          content.end();
        },
        standard.untouched,
      ],
      ['is not where it has not ended', () => {}, standard.untouched],
      [
        'is not where it has said otherwise',
        ({ content }) => {
          content.set(standard.status, 'incomplete');
          content.end();
        },
        'incomplete',
      ],
    ])('%s', (_what, act, status) => {
      const launched = launch();
      launched.content.begin();
      act(launched);
      launched.run.close();
      expect(statusOf(launched.run.render())).toBe(status);
    });

    test('is completed by a later launch, too', () => {
      const first = launch();
      first.content.begin();
      first.run.close();
      const second = launch(first.run.render());
      second.content.begin();
      second.content.end();
      expect(statusOf(second.run.render())).toBe('completed');
      expect(second.run.isSuspended).toBe(false);
    });
  });

  describe('content of several pages', () => {
    test.each([
      ['each page ends its session', true, ['began', 'ended', 'resumed', 'ended']],
      ['no page does', false, ['began', 'ended', 'resumed']],
    ])('goes on being recorded where %s', (_what, ends, log) => {
      const { run, content, newPage, ...launched } = launch();
      expect(content.begin()).toBe('true');
      content.set(elements.location, 'p1');
      content.set(elements.exit, 'suspend');
      if (ends) content.end();
      newPage();
      expect(content.begin()).toBe('true');
      expect(content.error()).toBe('0');
      expect(content.get(elements.location)).toBe('p1');
      expect(content.get(elements.entry)).toBe('resume');
      expect(content.set(elements.location, 'p2')).toBe('true');
      if (ends) content.end();
      expect(launched.log).toEqual(log);
      expect(JSON.stringify(run.render())).toContain('"p2"');
      expect(content.begin()).toBe('false');
      expect(launched.log.includes('refused')).toBe(ends);
    });

    test('keeps what it has reached where a page ends normally', () => {
      const { content, newPage } = launch();
      content.begin();
      content.set(elements.location, 'p1');
      content.set(standard.status, 'incomplete');
      content.end();
      newPage();
      content.begin();
      expect(content.get(elements.location)).toBe('p1');
      expect(content.get(standard.status)).toBe('incomplete');
      expect(content.get(elements.entry)).toBe('');
    });

    test('begins nothing once it is taken away', () => {
      const { content, run, newPage, log } = launch();
      content.begin();
      run.close();
      newPage();
      expect(content.begin()).toBe('false');
      expect(content.error()).toBe(standard.afterEnd.begin);
      expect(log).toEqual(['began', 'ended']);
    });
  });

  test.each(['\uD83D', 'a\uDE00b', '\uDE00\uD83D', 'x\uD83D\uD83D\uDE00'])(
    'halves of surrogate pairs are replaced at the door: %j',
    (text) => {
      const { content, run } = launch();
      content.begin();
      expect(content.set('cmi.suspend_data', text)).toBe('true');
      const kept = content.get('cmi.suspend_data');
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).toHaveLength(text.length);
      content.set('cmi.interactions.0.id', `frage${text}`);
      expect(JSON.parse(JSON.stringify(run.render()))).toEqual(run.render());
    },
  );

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

  test.each([
    ['content ends while it is taken away', [], ['false']],
    ['content ends', ['false'], []],
    ['the player ends', [], []],
  ])('a session that is not stored is suspended where %s', (_what, before, whileLeft) => {
    const { content, run, log } = launch(undefined, 'not now');
    content.begin();
    expect(before.map(() => content.end())).toEqual(before);
    run.leave();
    expect(whileLeft.map(() => content.end())).toEqual(whileLeft);
    run.close();
    expect([run.state, run.isSuspended]).toEqual(['ended', true]);
    expect(log).toEqual(['began', 'ended']);
  });

  test('a page whose session is not stored ends before the next one begins', () => {
    const { content, log, newPage } = launch(undefined, 'not now');
    content.begin();
    newPage();
    expect(content.begin()).toBe('true');
    expect(log).toEqual(['began', 'ended', 'resumed']);
  });

  describe('where the room ends', () => {
    const long = 'y'.repeat(60_000);

    /** Answers questions until one is refused. */
    function fill(content: Content): number {
      for (let index = 0; index < 2_000; index += 1) {
        const at = `cmi.interactions.${index}`;
        const answers = [
          content.set(`${at}.id`, `f${index}`),
          content.set(`${at}.type`, 'fill-in'),
          content.set(`${at}.${standard.response}`, 'x'.repeat(240)),
        ];
        if (answers.includes('false')) return index;
      }
      return 0;
    }
    const lengthOf = (run: Run) => JSON.stringify(run.render()).length;

    test('an answer is refused before it is set', () => {
      const { content, run } = launch();
      content.begin();
      content.set('cmi.suspend_data', long);
      expect(fill(content)).toBeGreaterThan(100);
      expect(content.error()).toBe(standard.setFailure);
      expect(lengthOf(run)).toBeLessThanOrEqual(valueMaximumLength);
      expect(content.commit()).toBe('true');
    });

    test.each<[what: string, element: () => string, value: string]>([
      ['the status', () => standard.status, 'completed'],
      ['the exit', () => elements.exit, 'suspend'],
      ['the time', () => elements.session, standard.fiveSeconds],
      ['the score', () => `${standard.score}.raw`, '87'],
      ['the place', () => elements.location, 'Seite 7'],
      ['a shorter text of the content', () => 'cmi.suspend_data', 'z'.repeat(50_000)],
      ['a longer text of the content', () => 'cmi.suspend_data', 'z'.repeat(63_000)],
    ])('%s has room', (_what, element, value) => {
      const { content, run, committed } = launch();
      content.begin();
      content.set('cmi.suspend_data', long);
      fill(content);
      expect(content.set(element(), value)).toBe('true');
      expect(lengthOf(run)).toBeLessThanOrEqual(valueMaximumLength);
      expect(content.commit()).toBe('true');
      expect(JSON.stringify(committed)).toContain(value);
    });

    test('answers give way to the learner’s work, the oldest first, and keep their places', () => {
      const first = launch();
      first.content.begin();
      const count = fill(first.content);
      expect(first.content.set('cmi.suspend_data', long)).toBe('true');
      expect(first.content.set(elements.exit, 'suspend')).toBe('true');
      expect(first.content.end()).toBe('true');
      const stored = JSON.parse(JSON.stringify(first.run.render())) as CmiDocument;
      expect(JSON.stringify(stored).length).toBeLessThanOrEqual(valueMaximumLength);
      // Statements tell of all answers, also of those that have given way.
      const answer = { 0: { [standard.response]: 'x'.repeat(240) } };
      expect(first.run.renderWhole().cmi['interactions']).toMatchObject(answer);
      first.run.close();
      expect(first.run.renderWhole().cmi['interactions']).toMatchObject(answer);
      expect(first.run.render()).toEqual(stored);

      const { content } = launch(stored);
      content.begin();
      expect(content.get('cmi.suspend_data')).toBe(long);
      expect(content.get('cmi.interactions._count')).toBe(String(count));
      expect(stored.cmi['interactions']).toMatchObject({ 0: { id: 'f0' } });
      expect(JSON.stringify(stored.cmi['interactions'])).toContain(`"f${count - 1}"`);
      expect(
        JSON.stringify(Reflect.get(stored.cmi['interactions'] as object, count - 1)),
      ).toContain('xxx');
    });

    test('what a value replaces is not counted', () => {
      const { content } = launch();
      content.begin();
      for (let round = 0; round < 50; round += 1)
        expect(content.set('cmi.suspend_data', `${round}${long}`)).toBe('true');
    });
  });
});

test.each([
  ['long', 'x'.repeat(5_000)],
  ['of several lines', 'a\nb'],
  ['named like a prototype', '__proto__'],
])('an item opens whose objective has an identifier that is %s', (_what, objectiveID) => {
  const withObjective = { ...item, sequencing: { objectives: [{ objectiveID, mapInfo: [] }] } };
  const navigation = new SequencedNavigation(
    { ...course, items: [withObjective] },
    () => {},
    () => {},
  );
  const opened = navigation.start(undefined)!;
  const { api } = navigation.runtime.launch(opened, undefined, learner, idleHost);
  const { Initialize, GetValue } = api as Record<string, (value: string) => string>;
  expect([Initialize!(''), GetValue!('cmi.objectives.0.id')]).toEqual(['true', objectiveID]);
});
