import { describe, expect, test, vi } from 'vitest';
import type { ItemStatus } from '../player/keeping/course-record.ts';
import { SequencedNavigation } from '../player/navigation/sequenced.ts';
import type { CmiDocument } from '../player/cmi/progress.ts';
import type { Run, RunHost } from '../player/runtime/runtime.ts';
import { flatten, type CourseItem } from '../src/course.ts';
import { readManifest } from '../src/manifest/read-manifest.ts';
import { manifest2004 } from '../testing/index.ts';

/* Sequencing of a manifest of SCORM 2004, played from the manifest to the activities that can be opened. */

const learner = { id: 'demo-mia', name: 'Keller, Mia' };
const choiceAndFlow = '<imsss:controlMode choice="true" flow="true"/>';

type Values = Readonly<Record<string, string>>;
const completed = { 'cmi.completion_status': 'completed' };
const passed = { ...completed, 'cmi.success_status': 'passed' };
const failed = { ...completed, 'cmi.success_status': 'failed' };

/** An item, with what stands in its sequencing and beside it. */
function item(id: string, sequencing = '', children = '', more = ''): string {
  const reference = children === '' ? ' identifierref="R"' : '';
  return `<item identifier="${id}"${reference}><title>${id}</title>${children}${more}${sequencing && `<imsss:sequencing>${sequencing}</imsss:sequencing>`}</item>`;
}

function rule(
  kind: 'pre' | 'post' | 'exit',
  action: string,
  ...conditions: readonly string[]
): string {
  const all = conditions.map((condition) => `<imsss:ruleCondition ${condition}/>`).join('');
  return `<imsss:${kind}ConditionRule><imsss:ruleConditions conditionCombination="any">${all}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:${kind}ConditionRule>`;
}
const rules = (...each: readonly string[]) =>
  `<imsss:sequencingRules>${each.join('')}</imsss:sequencingRules>`;

/** Reads another objective than its own. */
const reading = (global: string) =>
  `<imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="x"><imsss:mapInfo targetObjectiveID="${global}" readSatisfiedStatus="true" readNormalizedMeasure="true"/></imsss:objective></imsss:objectives>`;
const writing = (global: string, more = '') =>
  `<imsss:objectives><imsss:primaryObjective objectiveID="p" ${more}><imsss:mapInfo targetObjectiveID="${global}" readSatisfiedStatus="false" writeSatisfiedStatus="true" writeNormalizedMeasure="true"/></imsss:primaryObjective></imsss:objectives>`;
/** Is closed until an objective is satisfied. */
const closedUntil = (global: string) =>
  rules(
    rule(
      'pre',
      'disabled',
      'referencedObjective="x" operator="not" condition="satisfied"',
      'referencedObjective="x" operator="not" condition="objectiveStatusKnown"',
    ),
  ) + reading(global);

/** State of items, which is kept beside the way through a course. */
interface Earlier {
  readonly statuses: Readonly<Record<string, ItemStatus>>;
  readonly states?: Readonly<Record<string, CmiDocument['cmi']>>;
  readonly open?: string;
}

/** A learner in a course. */
class Learner {
  readonly items: readonly CourseItem[];
  readonly navigation: SequencedNavigation;
  /** Sessions that the content has ended by a request of its own. */
  readonly ends: string[] = [];
  open: string | undefined;
  /** Reason why nothing is stored. */
  refusal: string | undefined;
  isNewPage = false;
  /** For each end of the content's session, whether there was a way on. */
  readonly waysOn: boolean[] = [];
  readonly #states = new Map<string, CmiDocument>();

  constructor(items: string, sequencing = choiceAndFlow, restored?: string, earlier?: Earlier) {
    const manifest = manifest2004(
      'M',
      items,
      `<imsss:sequencing>${sequencing}</imsss:sequencing>`,
      ['R'],
    );
    const { course } = readManifest({
      manifestPath: 'imsmanifest.xml',
      manifest: Buffer.from(manifest),
      paths: new Set(['R.html']),
      contentFolder: 'content/',
    });
    this.items = flatten(course.items);
    this.navigation = new SequencedNavigation(
      course,
      ({ id }) => (this.open = id),
      (isSuspended) => void this.ends.push(isSuspended ? 'suspended' : 'ended'),
    );
    if (restored !== undefined || earlier)
      this.navigation.restore(restored, ({ id }) => earlier?.statuses[id]);
    for (const [id, cmi] of Object.entries(earlier?.states ?? {})) this.#states.set(id, { cmi });
    const wanted = this.items.find(({ id }) => id === earlier?.open);
    this.open = this.navigation.start(wanted)?.id;
  }

  /** Does something in the item that is open, and ends its session. */
  does(values: Values = {}, get: readonly string[] = [], isLeft = false): readonly string[] {
    const { run, call } = this.begin();
    for (const [element, value] of Object.entries(values)) {
      if (call('SetValue', element, value) !== 'true')
        throw new Error(`${element}: ${call('GetLastError')}`);
    }
    const answers = get.map((element) => call('GetValue', element));
    const id = this.open!;
    if (isLeft) run.leave();
    call('Terminate', '');
    this.#states.set(id, run.render());
    run.close();
    return answers;
  }

  /** As the player does it: the item is left, and then the next one asked for. */
  next(values?: Values): string | undefined {
    if (values) this.does(values, [], true);
    return this.#go(this.navigation.next());
  }

  previous(): string | undefined {
    return this.#go(this.navigation.previous());
  }

  choose(id: string, values?: Values): string | undefined {
    if (values) this.does(values, [], true);
    return this.#go(this.navigation.choose(this.#item(id)));
  }

  /** The kept state of an item. */
  kept(id: string): unknown {
    return this.#states.get(id)?.cmi;
  }

  /** The items that the table of contents offers. */
  get choices(): string {
    return this.items
      .filter((item) => this.navigation.canChoose(item))
      .map(({ id }) => id)
      .join('');
  }

  #go(item: CourseItem | undefined): string | undefined {
    if (item) this.open = item.id;
    return item?.id;
  }

  #item(id: string): CourseItem {
    return this.items.find((item) => item.id === id)!;
  }

  begin(): { run: Run; call: (name: string, ...values: readonly string[]) => string } {
    const host: RunHost = {
      began() {},
      changed() {},
      commit: () => this.refusal,
      ended: () => void this.waysOn.push(this.navigation.canGoOn),
      isNewPage: () => this.isNewPage,
      navigate() {},
      refused() {},
    };
    const id = this.open!;
    const run = this.navigation.runtime.launch(this.#item(id), this.#states.get(id), learner, host);
    const api = run.api as Record<string, (...values: readonly string[]) => string>;
    const call = (name: string, ...values: readonly string[]) => api[name]!(...values);
    call('Initialize', '');
    return { run, call };
  }
}

const three = item('A') + item('B') + item('C');

describe('control modes', () => {
  test('flow leads on and back', () => {
    const mia = new Learner(three);
    expect([mia.open, mia.next({}), mia.next({}), mia.previous()]).toEqual(['A', 'B', 'C', 'B']);
  });
  test('without flow nothing leads on', () => {
    const mia = new Learner(three, '<imsss:controlMode choice="true" flow="false"/>');
    expect([mia.next({}), mia.choose('C')]).toEqual([undefined, 'C']);
  });
  test('without choice nothing is offered', () => {
    const mia = new Learner(three, '<imsss:controlMode choice="false" flow="true"/>');
    expect([mia.choices, mia.choose('C', {}), mia.next()]).toEqual(['', undefined, 'B']);
  });
  test('forward only leads not back', () => {
    const mia = new Learner(
      three,
      '<imsss:controlMode choice="true" flow="true" forwardOnly="true"/>',
    );
    expect([mia.next({}), mia.previous(), mia.navigation.canGoBack]).toEqual([
      'B',
      undefined,
      false,
    ]);
  });
  test('a cluster that may not be left by choice', () => {
    const cluster = item(
      'K',
      '<imsss:controlMode choice="true" flow="true" choiceExit="false"/>',
      item('A') + item('B'),
    );
    const mia = new Learner(cluster + item('C'));
    expect(mia.choices).toContain('B');
    expect(mia.choices).not.toContain('C');
    expect([mia.choose('C', {}), mia.choose('B')]).toEqual([undefined, 'B']);
  });
  test('choice that is constrained to neighbours', () => {
    const constrained = `${choiceAndFlow}<adlseq:constrainedChoiceConsiderations constrainChoice="true"/>`;
    const mia = new Learner(
      ['K', 'L', 'N'].map((id) => item(id, constrained, item(`${id}1`))).join(''),
    );
    expect([mia.choose('N1', {}), mia.choose('L1'), mia.choose('N1', {})]).toEqual([
      undefined,
      'L1',
      'N1',
    ]);
  });
  test('clusters that choice does not begin', () => {
    const prevented = `${choiceAndFlow}<adlseq:constrainedChoiceConsiderations preventActivation="true"/>`;
    const mia = new Learner(item('A') + item('K', prevented, item('K1') + item('K2')));
    expect([mia.choose('K2', {}), mia.next(), mia.choose('K2', {})]).toEqual([
      undefined,
      'K1',
      'K2',
    ]);
  });
});

test.each(['__proto__', 'constructor', 'toString'])('identifiers may be %s', (id) => {
  const items =
    item(id, writing(id).replace('"p"', `"${id}"`)) + item('B', closedUntil(id)) + item('C');
  const choicesAfter = (values: Values) => {
    const mia = new Learner(items);
    mia.does(values);
    const later = new Learner(items, choiceAndFlow, mia.navigation.render());
    return [mia.choices, later.open, later.choices];
  };
  expect(choicesAfter(failed)).toEqual([`${id}C`, id, `${id}C`]);
  expect(choicesAfter(passed)).toEqual([`${id}BC`, id, `${id}BC`]);
});

describe('what closes an item', () => {
  const when = (action: string, condition: string, more = '') =>
    item('A', writing('g')) +
    item(
      'B',
      rules(rule('pre', action, `referencedObjective="x" ${condition}`)) + reading('g') + more,
    ) +
    item('C');
  test.each([
    ['satisfied', 'condition="satisfied"', passed, failed],
    ['not satisfied', 'operator="not" condition="satisfied"', failed, passed],
    ['whether it is known', 'condition="objectiveStatusKnown"', passed, undefined],
    [
      'a measure',
      'condition="objectiveMeasureGreaterThan" measureThreshold="0.5"',
      { 'cmi.score.scaled': '0.6' },
      { 'cmi.score.scaled': '0.4' },
    ],
    [
      'a measure below',
      'condition="objectiveMeasureLessThan" measureThreshold="0.5"',
      { 'cmi.score.scaled': '0.4' },
      { 'cmi.score.scaled': '0.6' },
    ],
    [
      'whether a measure is known',
      'condition="objectiveMeasureKnown"',
      { 'cmi.score.scaled': '0' },
      completed,
    ],
  ] as const)('%s', (_what, condition, met, other) => {
    const mia = new Learner(when('skip', condition));
    const others = other ? [new Learner(when('skip', condition)).next(other)] : [];
    expect([mia.next(met), ...others]).toEqual(other ? ['C', 'B'] : ['C']);
  });

  test.each([
    ['completed', 'condition="completed"', completed, { 'cmi.completion_status': 'incomplete' }],
    ['progress that is known', 'condition="activityProgressKnown"', completed, undefined],
    ['attempted', 'condition="attempted"', {}, undefined],
  ] as const)('its own status: %s', (_what, condition, met, other) => {
    const again = (values: Values) => {
      const mia = new Learner(item('A', rules(rule('pre', 'disabled', condition))) + item('B'));
      mia.next(values);
      return mia.choices.includes('A');
    };
    const others = other ? [again(other)] : [];
    expect([again(met), ...others]).toEqual(other ? [false, true] : [false]);
  });

  test('always', () => {
    const mia = new Learner(
      item('A') + item('B', rules(rule('pre', 'disabled', 'condition="always"'))) + item('C'),
    );
    expect(mia.choices).toBe('AC');
  });
  test('hidden from choice, not from flow', () => {
    const mia = new Learner(
      item('A') + item('B', rules(rule('pre', 'hiddenFromChoice', 'condition="always"'))),
    );
    expect([mia.choices.includes('B'), mia.next({})]).toEqual([false, 'B']);
  });
  test('choice does not go past it, flow does', () => {
    const mia = new Learner(
      item('A', rules(rule('pre', 'stopForwardTraversal', 'condition="always"'))) +
        item('B') +
        item('C'),
    );
    expect([mia.choices, mia.next({}), mia.choices]).toEqual(['A', 'B', 'ABC']);
  });
});

describe('limits', () => {
  test('an item opens as often as its limit says', () => {
    const mia = new Learner(item('A', '<imsss:limitConditions attemptLimit="2"/>') + item('B'));
    mia.choose('B', completed);
    expect([mia.choose('A', {}), mia.choose('B', failed), mia.choose('A', {})]).toEqual([
      'A',
      'B',
      undefined,
    ]);
  });
  test('a rule asks whether the limit is reached', () => {
    const limited = `${rules(rule('pre', 'skip', 'condition="attemptLimitExceeded"'))}<imsss:limitConditions attemptLimit="1"/>`;
    const mia = new Learner(item('A', limited) + item('B'));
    expect([mia.next(failed), mia.choices.includes('A')]).toEqual(['B', false]);
  });
  test('an item with a time limit opens, and its content knows the limit', () => {
    const mia = new Learner(
      item(
        'A',
        '<imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/>',
        '',
        '<adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction>',
      ) + item('B'),
      '<imsss:controlMode choice="false" flow="true"/>',
    );
    expect(mia.open).toBe('A');
    expect(mia.does({}, ['cmi.max_time_allowed', 'cmi.time_limit_action'])).toEqual([
      'PT1H',
      'exit,message',
    ]);
    expect(mia.next()).toBe('B');
  });
});

describe('rollup', () => {
  const leaf = (id: string) => item(id);
  const cluster = (
    rollup: string,
    children = leaf('A') + leaf('B') + leaf('D') + leaf('E') + leaf('F'),
  ) =>
    item('K', `${choiceAndFlow}${rollup}${writing('g')}`, children) + item('Z', closedUntil('g'));
  const rollupRule = (set: string, condition: string, action = 'satisfied') =>
    `<imsss:rollupRules><imsss:rollupRule ${set}><imsss:rollupConditions>${condition}</imsss:rollupConditions><imsss:rollupAction action="${action}"/></imsss:rollupRule></imsss:rollupRules>`;
  const satisfied = '<imsss:rollupCondition condition="satisfied"/>';

  /** True if the item after the cluster opens once so many of five are passed, and the others failed. */
  function opensAfter(items: string, count: number, others: Values = failed): boolean {
    const mia = new Learner(items);
    for (const [index, id] of ['A', 'B', 'D', 'E', 'F'].entries()) {
      mia.choose(id);
      mia.does(index < count ? passed : others);
    }
    return mia.choices.includes('Z');
  }

  test.each([
    ['all', 'childActivitySet="all"', 5],
    ['any', 'childActivitySet="any"', 1],
    ['at least so many', 'childActivitySet="atLeastCount" minimumCount="3"', 3],
    ['at least 80 percent', 'childActivitySet="atLeastPercent" minimumPercent="0.8"', 4],
    ['at least 50 percent', 'childActivitySet="atLeastPercent" minimumPercent="0.5"', 3],
    ['at least 1 percent', 'childActivitySet="atLeastPercent" minimumPercent="0.01"', 1],
    ['at least 100 percent', 'childActivitySet="atLeastPercent" minimumPercent="1.0"', 5],
  ])('%s', (_what, set, count) => {
    const items = cluster(rollupRule(set, satisfied));
    expect([opensAfter(items, count - 1), opensAfter(items, count)]).toEqual([false, true]);
  });

  test('none', () => {
    const items = cluster(rollupRule('childActivitySet="none"', satisfied));
    expect([opensAfter(items, 1), opensAfter(items, 0)]).toEqual([false, true]);
  });

  test.each([
    ['completed', '<imsss:rollupCondition condition="completed"/>', completed],
    ['attempted', '<imsss:rollupCondition condition="attempted"/>', {}],
    [
      'a known measure',
      '<imsss:rollupCondition condition="objectiveMeasureKnown"/>',
      { 'cmi.score.scaled': '0' },
    ],
    ['a known status', '<imsss:rollupCondition condition="objectiveStatusKnown"/>', failed],
    [
      'known progress',
      '<imsss:rollupCondition condition="activityProgressKnown"/>',
      { 'cmi.completion_status': 'incomplete' },
    ],
  ])('by other conditions: %s', (_what, condition, values) => {
    const mia = new Learner(cluster(rollupRule('childActivitySet="any"', condition)));
    mia.does(values);
    expect(mia.choices.includes('Z')).toBe(true);
  });

  test('by measure, with weights', () => {
    const weighted = (id: string, weight: string) =>
      item(id, `<imsss:rollupRules objectiveMeasureWeight="${weight}"/>`);
    const items =
      item(
        'K',
        `${choiceAndFlow}<imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>`,
        weighted('A', '0.75') + weighted('B', '0.25'),
      ) + item('Z', closedUntil('g'));
    const score = (a: string, b: string) => {
      const mia = new Learner(items);
      mia.does({ 'cmi.score.scaled': a });
      mia.choose('B');
      mia.does({ 'cmi.score.scaled': b });
      return mia.choices.includes('Z');
    };
    expect([score('0.6', '1'), score('0.8', '0.4')]).toEqual([true, true]);
    expect([score('0.6', '0.9'), score('1', '-0.3')]).toEqual([false, false]);
  });

  test.each([
    ['that does not count', '<imsss:rollupRules rollupObjectiveSatisfied="false"/>'],
    ['that is not tracked', '<imsss:deliveryControls tracked="false"/>'],
    [
      'that counts only where it was attempted',
      '<adlseq:rollupConsiderations requiredForSatisfied="ifAttempted"/>',
    ],
  ])('without an item %s', (_what, sequencing) => {
    const mia = new Learner(cluster('', leaf('A') + item('B', sequencing)));
    mia.does(passed);
    expect(mia.choices.includes('Z')).toBe(true);
    const strict = new Learner(cluster('', leaf('A') + leaf('B')));
    strict.does(passed);
    expect(strict.choices.includes('Z')).toBe(false);
  });
});

describe('what the platform sets where content is silent', () => {
  const after = (delivery: string) => {
    const mia = new Learner(item('A', `${delivery}${writing('g')}`) + item('Z', closedUntil('g')));
    mia.does();
    return mia.choices.includes('Z');
  };
  test('it is satisfied', () => expect(after('')).toBe(true));
  test('unless the content has to say it', () =>
    expect(after('<imsss:deliveryControls objectiveSetByContent="true"/>')).toBe(false));

  const rollup = (delivery: string) => {
    const mia = new Learner(
      item(
        'K',
        `${choiceAndFlow}${rules(rule('pre', 'disabled', 'condition="completed"'))}`,
        item('A', delivery) + item('B', delivery),
      ) + item('Z'),
    );
    mia.next({});
    mia.next({});
    return mia.choices;
  };
  test('it is completed, and so is what it is in', () => expect(rollup('')).toBe('Z'));
  test('unless the content has to say that', () =>
    expect(rollup('<imsss:deliveryControls completionSetByContent="true"/>')).toBe('ABZ'));
});

describe('what happens after an item', () => {
  const post = (action: string, condition = 'condition="satisfied"') =>
    rules(rule('post', action, condition));
  test('it is repeated until it is passed', () => {
    const mia = new Learner(
      item('A', post('retry', 'operator="not" condition="satisfied"')) + item('B'),
    );
    expect([mia.next(failed), mia.next(passed)]).toEqual(['A', 'B']);
  });
  test('the one before follows', () => {
    const mia = new Learner(
      item('A') + item('B', post('previous', 'operator="not" condition="satisfied"')) + item('C'),
    );
    mia.next(passed);
    expect(mia.next(failed)).toBe('A');
  });
  test('the next one follows, whatever is asked for', () => {
    const mia = new Learner(item('A') + item('B', post('continue')) + item('C'));
    mia.next(passed);
    mia.does(passed, [], true);
    expect(mia.previous()).toBe('C');
  });
  test('all is repeated', () => {
    const mia = new Learner(
      item('A') + item('B', post('retryAll', 'operator="not" condition="satisfied"')) + item('C'),
    );
    mia.next(passed);
    expect([mia.next(failed), mia.next(passed), mia.next(passed)]).toEqual(['A', 'B', 'C']);
  });
  test('the course ends', () => {
    const mia = new Learner(item('A', post('exitAll')) + item('B'));
    expect(mia.next(passed)).toBe(undefined);
    expect(mia.ends).toEqual(['ended']);
  });
  test('the cluster is left, and its rule counts', () => {
    const mia = new Learner(
      item(
        'K',
        `${choiceAndFlow}${post('continue', 'condition="always"')}`,
        item('A', post('exitParent')) + item('B'),
      ) + item('C'),
    );
    expect(mia.next(passed)).toBe('C');
  });
  test('a cluster ends by its own rule', () => {
    const ends = rules(
      rule('exit', 'exit', 'condition="satisfied"'),
      rule('post', 'continue', 'condition="satisfied"'),
    );
    const anyOf =
      '<imsss:rollupRules><imsss:rollupRule childActivitySet="any"><imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions><imsss:rollupAction action="satisfied"/></imsss:rollupRule></imsss:rollupRules>';
    const mia = new Learner(
      item('K', `${choiceAndFlow}${ends}${anyOf}`, item('A') + item('B')) + item('C'),
    );
    expect(mia.next(passed)).toBe('C');
  });
});

describe('what counts', () => {
  const post = (action: string) => rules(rule('post', action, 'condition="always"'));
  test.each([
    ['its rule', item('A', `${post('exitParent')}${writing('g')}`), ''],
    [
      'the rule of its cluster',
      item('A', writing('g')),
      rules(rule('exit', 'exit', 'condition="always"')),
    ],
  ])(
    'an item that is shown again, since nothing could follow what %s has ended',
    (_what, a, more) => {
      const mia = new Learner(
        item('K', `${choiceAndFlow}${more}`, a + item('B')) + item('C', closedUntil('g')),
      );
      expect([mia.next(failed), mia.next(failed), mia.next(passed)]).toEqual([
        undefined,
        undefined,
        'C',
      ]);
    },
  );

  test('content that is not open any more counts for no other item', () => {
    const mia = new Learner(item('A') + item('B', writing('g')) + item('C', closedUntil('g')));
    const { call } = mia.begin();
    mia.next();
    mia.begin();
    call('SetValue', 'cmi.success_status', 'failed');
    call('Terminate', '');
    expect(mia.choices).toContain('C');
  });

  test('work that could not be stored completes and passes nothing', () => {
    const mia = new Learner(item('A', writing('g')) + item('B') + item('C', closedUntil('g')));
    mia.refusal = 'not now';
    expect([mia.next({}), mia.choices]).toEqual(['B', 'AB']);
  });

  test('what the content has said before its end is shown', () => {
    const mia = new Learner(item('A', writing('g')) + item('B', closedUntil('g')));
    mia.does(failed);
    mia.does(passed);
    expect(mia.waysOn).toEqual([false, true]);
  });

  test('what a later page of the content says', () => {
    const mia = new Learner(item('A', writing('g')) + item('B', closedUntil('g')));
    const { call } = mia.begin();
    call('Terminate', '');
    mia.isNewPage = true;
    expect(call('Initialize', '')).toBe('true');
    call('SetValue', 'cmi.success_status', 'failed');
    expect(call('GetValue', 'adl.nav.request_valid.continue')).toBe('false');
    expect(mia.choices).toBe('A');
  });

  test('what was reached before the course was suspended', () => {
    const mia = new Learner(item('A', writing('g')) + item('B', closedUntil('g')));
    mia.does({ ...passed, 'adl.nav.request': 'suspendAll' });
    expect(mia.choose('B')).toBe('B');
  });
});

describe('what content asks for', () => {
  test.each([
    ['continue', 'B'],
    ['{target=C}choice', 'C'],
    ['{target=C}jump', 'C'],
  ])('%s', (request, open) => {
    const mia = new Learner(three);
    mia.does({ 'adl.nav.request': request });
    expect(mia.open).toBe(open);
  });
  test.each([
    ['exitAll', 'ended'],
    ['abandonAll', 'ended'],
    ['suspendAll', 'suspended'],
  ])('%s', (request, end) => {
    const mia = new Learner(three);
    mia.next({});
    mia.does({ 'adl.nav.request': request, 'cmi.location': '5' });
    expect(mia.ends).toEqual([end]);
    const later = new Learner(three, choiceAndFlow, mia.navigation.render());
    expect(later.open).toBe(request === 'suspendAll' ? 'B' : 'A');
  });
  test('where it suspends the course, it goes on itself, whatever it says of its exit', () => {
    const mia = new Learner(three);
    mia.does({ 'cmi.exit': 'normal', 'cmi.location': '5', 'adl.nav.request': 'suspendAll' });
    expect(mia.kept('A')).toMatchObject({ exit: 'suspend', location: '5' });
  });
  test('whether it may ask', () => {
    const mia = new Learner(
      item('A') + item('B') + item('C', rules(rule('pre', 'disabled', 'condition="always"'))),
    );
    expect(
      mia.does({}, [
        'adl.nav.request_valid.continue',
        'adl.nav.request_valid.previous',
        'adl.nav.request_valid.choice.{target=B}',
        'adl.nav.request_valid.choice.{target=C}',
      ]),
    ).toEqual(['true', 'false', 'true', 'false']);
  });
});

describe('objectives', () => {
  const extended = (maps: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="p"><imsss:mapInfo targetObjectiveID="g" readSatisfiedStatus="true" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives><adlseq:objectives><adlseq:objective objectiveID="p"><adlseq:mapInfo targetObjectiveID="g" ${maps}/></adlseq:objective></adlseq:objectives>`;
  test('what one item has reached the next one reads', () => {
    const mia = new Learner(
      item(
        'A',
        extended(
          'writeRawScore="true" writeMinScore="true" writeMaxScore="true" writeCompletionStatus="true" writeProgressMeasure="true"',
        ),
      ) +
        item(
          'B',
          extended(
            'readRawScore="true" readMinScore="true" readMaxScore="true" readCompletionStatus="true" readProgressMeasure="true"',
          ),
        ),
    );
    mia.next({
      ...passed,
      'cmi.score.raw': '7',
      'cmi.score.min': '1',
      'cmi.score.max': '9',
      'cmi.progress_measure': '0.7',
    });
    const names = [
      'id',
      'success_status',
      'completion_status',
      'progress_measure',
      'score.raw',
      'score.min',
      'score.max',
    ];
    expect(
      mia.does(
        {},
        names.map((name) => `cmi.objectives.0.${name}`),
      ),
    ).toEqual(['p', 'passed', 'completed', '0.7', '7', '1', '9']);
  });
  test('their identifiers reach content as they are written', () => {
    const id = 'urn:a%20b';
    const mia = new Learner(
      item(
        'A',
        `<imsss:objectives><imsss:primaryObjective objectiveID="${id}"/><imsss:objective objectiveID="x"/></imsss:objectives>`,
      ),
    );
    expect(mia.does({}, ['cmi.objectives.0.id', 'cmi.objectives.1.id'])).toEqual([id, 'x']);
  });
  test('one that is written in another way is the same', () => {
    const mia = new Learner(
      item(
        'A',
        '<imsss:objectives><imsss:primaryObjective objectiveID="p"/><imsss:objective objectiveID="urn:a%20b"><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/></imsss:objective></imsss:objectives>',
      ) + item('B', closedUntil('g')),
    );
    expect(
      mia.next({ 'cmi.objectives.2.id': 'urn:a b', 'cmi.objectives.2.success_status': 'passed' }),
    ).toBe('B');
  });
  test('a primary one without an identifier is shared, and content does not find it', () => {
    const mia = new Learner(
      item(
        'A',
        '<imsss:objectives><imsss:primaryObjective><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>',
      ) + item('B', closedUntil('g')),
    );
    expect(mia.does(passed, ['cmi.objectives._count'])).toEqual(['0']);
    expect(mia.next()).toBe('B');
  });
  /** Both reads and writes a shared objective. */
  const sharing = (global: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="p"><imsss:mapInfo targetObjectiveID="${global}" readSatisfiedStatus="true" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>`;
  const sharingProgress = (global: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="p"/></imsss:objectives><adlseq:objectives><adlseq:objective objectiveID="p"><adlseq:mapInfo targetObjectiveID="${global}" readCompletionStatus="true" readProgressMeasure="true" writeCompletionStatus="true" writeProgressMeasure="true"/></adlseq:objective></adlseq:objectives>`;
  const threshold = (least: string) =>
    `<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="${least}"/>`;
  const suspended = { 'cmi.exit': 'suspend' };

  test('an item that is not tracked leaves them as they are', () => {
    const mia = new Learner(
      item('A', sharing('g')) +
        item('B', `${sharing('g')}<imsss:deliveryControls tracked="false"/>`) +
        item('C', sharing('g')),
    );
    mia.next(passed);
    mia.next(failed);
    expect(mia.does({}, ['cmi.objectives.0.success_status'])).toEqual(['passed']);
  });
  test('content that says unknown of its primary one is not silent', () => {
    const mia = new Learner(item('A', writing('g')) + item('B', closedUntil('g')));
    mia.next({ 'cmi.objectives.0.success_status': 'unknown' });
    expect(mia.choices).toBe('A');
  });
  test('content that says unknown of its completion so is not silent either', () => {
    const mia = new Learner(item('A', sharingProgress('g')) + item('B', sharingProgress('g')));
    mia.next({ 'cmi.objectives.0.completion_status': 'unknown' });
    expect(mia.kept('A')).toMatchObject({ completion_status: 'unknown' });
    expect(mia.does({}, ['cmi.objectives.0.completion_status'])).toEqual(['unknown']);
  });
  test('what was set in this session goes before what an earlier one has set', () => {
    const mia = new Learner(item('A', sharingProgress('g')) + item('B', sharingProgress('g')));
    mia.next({ 'cmi.progress_measure': '0.7', ...suspended });
    mia.previous();
    mia.next({ 'cmi.objectives.0.progress_measure': '0.1', ...suspended });
    expect(mia.does({}, ['cmi.objectives.0.progress_measure'])).toEqual(['0.1']);
  });
  test('what one item has made unknown is unknown in another that goes on', () => {
    const mia = new Learner(item('A', sharing('g')) + item('B', sharing('g')));
    mia.next({ 'cmi.success_status': 'failed', ...suspended });
    mia.does({ 'cmi.objectives.0.success_status': 'unknown' }, [], true);
    mia.previous();
    expect(mia.does({}, ['cmi.entry', 'cmi.objectives.0.success_status'])).toEqual([
      'resume',
      'unknown',
    ]);
  });
  test('what an item has set where it only reads stays beneath', () => {
    const mia = new Learner(item('W', writing('g')) + item('A', reading('g')) + item('B'));
    mia.next({ 'cmi.success_status': 'unknown' });
    mia.next({ 'cmi.objectives.0.success_status': 'failed', ...suspended });
    mia.previous();
    expect(mia.does({}, ['cmi.objectives.0.success_status'])).toEqual(['failed']);
  });
  test('an item’s own progress decides what it shares, not the one that it reads', () => {
    const mia = new Learner(
      item('A', sharingProgress('g'), '', threshold('0.2')) +
        item('B', sharingProgress('g'), '', threshold('0.4')) +
        item('C', sharingProgress('g')),
    );
    mia.next({ 'cmi.progress_measure': '0.3' });
    mia.next({ 'cmi.progress_measure': '0.6' });
    const names = ['progress_measure', 'completion_status'];
    expect(
      mia.does(
        {},
        names.map((name) => `cmi.objectives.0.${name}`),
      ),
    ).toEqual(['0.6', 'completed']);
  });
  test('a cluster shares its completion', () => {
    const mia = new Learner(
      item('K', choiceAndFlow + sharingProgress('g'), item('A')) + item('B', sharingProgress('g')),
    );
    mia.next(completed);
    expect(mia.does({}, ['cmi.objectives.0.completion_status'])).toEqual(['completed']);
  });
  test('a cluster leaves those as they are that only its items reach', () => {
    const both = (primary: string) =>
      `<imsss:objectives><imsss:primaryObjective objectiveID="${primary}"/><imsss:objective objectiveID="x"><imsss:mapInfo targetObjectiveID="g" readSatisfiedStatus="true" writeSatisfiedStatus="true"/></imsss:objective></imsss:objectives>`;
    const mia = new Learner(
      item('K', `${choiceAndFlow}${both('k')}`, item('A', both('p'))) + item('B', both('p')),
    );
    mia.next({ 'cmi.objectives.1.success_status': 'failed' });
    expect(mia.does({}, ['cmi.objectives.1.success_status'])).toEqual(['failed']);
  });
  const readingAsItsOwn = (global: string) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="p"><imsss:mapInfo targetObjectiveID="${global}" readSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>`;
  /** A cluster whose items read shared objectives, and which writes another. */
  const link = (id: string, to: string, ...from: readonly string[]) =>
    item(
      `K${id}`,
      `${choiceAndFlow}${writing(to)}`,
      from.map((global, index) => item(`${id}${index || ''}`, readingAsItsOwn(global))).join(''),
    );
  test.each([
    ['one step', ['B']],
    ['two steps', ['B', 'C']],
    ['three steps', ['B', 'C', 'D']],
  ])('they follow from one another over %s', (_what, ids) => {
    const links = ids.map((id, index) => link(id, `g${index + 1}`, `g${index}`));
    const mia = new Learner(
      item('A', writing('g0')) + links.join('') + item('Z', closedUntil(`g${ids.length}`)),
    );
    mia.next(failed);
    expect(mia.choices).not.toContain('Z');
    mia.choose('A', passed);
    mia.does(passed);
    expect(mia.choices).toContain('Z');
  });
  test('they may follow from one another in a circle', () => {
    const mia = new Learner(
      item('A', writing('g0')) + link('B', 'g1', 'g0') + link('C', 'g0', 'g1') + item('D'),
    );
    expect(mia.next(passed)).toBe('B');
  });
  test('a circle that denies itself comes to an end', () => {
    const when = (condition: string, action: string) =>
      `<imsss:rollupRule><imsss:rollupConditions><imsss:rollupCondition ${condition}/></imsss:rollupConditions><imsss:rollupAction action="${action}"/></imsss:rollupRule>`;
    const denial = `<imsss:rollupRules>${when('condition="satisfied"', 'notSatisfied')}${when('operator="not" condition="satisfied"', 'satisfied')}</imsss:rollupRules>`;
    const mia = new Learner(
      item('A', writing('g0')) +
        item('KB', `${choiceAndFlow}${denial}${writing('g0')}`, item('B', readingAsItsOwn('g0'))),
    );
    expect(mia.next(passed)).toBe('B');
  });
  test('a cluster that reads two of them waits for the one that comes later', () => {
    const mia = new Learner(
      item('A', writing('g0')) +
        link('L', 'end', 'g0', 'late') +
        link('C', 'late', 'g1') +
        link('B', 'g1', 'g0') +
        item('Z', closedUntil('end')),
    );
    mia.does(passed);
    expect(mia.choices).toContain('Z');
  });
  test('a measure decides', () => {
    const byMeasure =
      '<imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>';
    const opens = (score: string) => {
      const mia = new Learner(item('A', byMeasure) + item('Z', closedUntil('g')));
      mia.does({ 'cmi.score.scaled': score });
      return mia.choices.includes('Z');
    };
    expect([opens('0.6'), opens('0.5')]).toEqual([true, false]);
  });
  test('progress decides', () => {
    const threshold =
      '<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.8"/>';
    const after = (measure: string) => {
      const mia = new Learner(
        item('A', rules(rule('pre', 'disabled', 'condition="completed"')), '', threshold) +
          item('B'),
      );
      expect(
        mia.does({ 'cmi.progress_measure': measure }, [
          'cmi.completion_threshold',
          'cmi.completion_status',
        ])[0],
      ).toBe('0.8');
      mia.next();
      return mia.choices.includes('A');
    };
    expect([after('0.8'), after('0.7')]).toEqual([false, true]);
  });
});

describe('selection and order', () => {
  const random = (attributes: string) =>
    `${choiceAndFlow}<imsss:randomizationControls ${attributes}/>`;
  const path = (sequencing: string) => {
    const mia = new Learner(item('A') + item('B') + item('C') + item('D'), sequencing);
    const ids = [mia.open];
    for (let id = mia.next({}); id !== undefined; id = mia.next({})) ids.push(id);
    return { mia, ids };
  };
  test('so many of the items', () => {
    const { ids, mia } = path(random('selectionTiming="once" selectCount="2"'));
    expect(new Set(ids).size).toBe(2);
    expect(mia.choices.length).toBe(2);
  });
  test.each([
    ['once', 'BCDA', 'BCDA'],
    ['onEachNewAttempt', 'BCDA', 'CDAB'],
    ['never', 'ABCD', 'ABCD'],
  ])('all of them in an order that changes %s', (timing, first, second) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { ids, mia } = path(random(`randomizationTiming="${timing}" reorderChildren="true"`));
    expect(ids.join('')).toBe(first);
    mia.open = mia.navigation.start(undefined)?.id;
    const again = [mia.open, mia.next({}), mia.next({}), mia.next({})];
    expect(again.join('')).toBe(second);
  });
  test.each([
    ['once', 'BC', 'BC'],
    ['onEachNewAttempt', 'BC', 'BC'],
  ])('so many of them %s', (timing, first, second) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { ids, mia } = path(random(`selectionTiming="${timing}" selectCount="2"`));
    expect(ids.join('')).toBe(first);
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    mia.open = mia.navigation.start(undefined)?.id;
    expect([mia.open, mia.next({})].join('')).toBe(second);
  });
  test('what was left out is reached by no request', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const mia = new Learner(
      item('A') + item('B') + item('K', choiceAndFlow, item('K1')) + item('D'),
      random('selectionTiming="once" selectCount="2"'),
    );
    const requests = ['B', 'A', 'D', 'K1'].flatMap((id) =>
      ['choice', 'jump'].map((kind) => `adl.nav.request_valid.${kind}.{target=${id}}`),
    );
    expect(mia.does({}, requests).join(' ')).toBe('true true false false false false true true');
    mia.does({ 'adl.nav.request': '{target=A}jump' });
    expect(mia.open).toBe('B');
  });
  test('the same ones in a later visit', () => {
    const { ids, mia } = path(
      random(
        'selectionTiming="once" selectCount="2" randomizationTiming="once" reorderChildren="true"',
      ),
    );
    const later = new Learner(
      item('A') + item('B') + item('C') + item('D'),
      random(
        'selectionTiming="once" selectCount="2" randomizationTiming="once" reorderChildren="true"',
      ),
      mia.navigation.render(),
    );
    expect(new Set(later.choices)).toEqual(new Set(ids));
  });
});

describe('a learner who comes back', () => {
  const limited = '<imsss:limitConditions attemptLimit="1"/>';
  const statuses: Readonly<Record<string, ItemStatus>> = {
    A: { completion: 'completed', success: 'passed' },
    B: { completion: 'incomplete', success: 'unknown' },
  };
  const items = item('A', writing('g')) + item('B', limited) + item('C', closedUntil('g'));

  test('to a state of which a piece is missing goes on with what was reached', () => {
    const mia = new Learner(items, choiceAndFlow, undefined, { statuses });
    // C is open since A was passed, and B although it has one attempt alone.
    expect([mia.choices, mia.choose('B')]).toEqual(['ABC', 'B']);
    expect(mia.does({}, ['cmi.entry'])).toEqual(['ab-initio']);
    expect(mia.next()).toBe('C');
  });

  test('to an item that was passed, and says nothing of its completion', () => {
    const mia = new Learner(
      item('A', writing('g')) + item('C', closedUntil('g')),
      choiceAndFlow,
      '{}',
      { statuses: { A: { completion: 'unknown', success: 'passed' } } },
    );
    expect(mia.choices).toContain('C');
  });

  test('to statuses alone: they count for what is around them', () => {
    const end = item('Z', closedUntil('k'));
    const cluster = item('K', choiceAndFlow + writing('k'), item('A') + item('B'));
    const statuses = { A: { completion: 'completed', success: 'passed' } } as const;
    const mia = new Learner(cluster + end, undefined, '{}', { statuses, open: 'B' });
    mia.does(passed);
    expect(mia.choices).toContain('Z');
  });

  test('to statuses alone: of two items that share an objective the one counts of which more is known', () => {
    const both = item('A', writing('g')) + item('B', writing('g')) + item('Z', closedUntil('g'));
    const statuses = {
      A: { completion: 'completed', success: 'passed' },
      B: { completion: 'incomplete', success: 'unknown' },
    } as const;
    const mia = new Learner(both, undefined, '{}', { statuses, open: 'B' });
    expect(mia.choices).toContain('Z');
  });

  test.each([
    ['none', undefined],
    ['no JSON', '{"sequencing":'],
    ['no object', 'null'],
    ['of a form to come', '{"sequencing":{"format":"lectern-2"}}'],
    ['cut off', '{"sequencing":{"format":"lectern-1"}}'],
  ])('where the way is %s, it begins with the statuses', (_what, text) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const states = {
      B: {
        exit: 'suspend',
        completion_status: 'incomplete',
        success_status: 'unknown',
        location: '7',
        score: { scaled: '0.3', raw: '', min: '', max: '' },
      },
    };
    const mia = new Learner(items, choiceAndFlow, text, { statuses, states, open: 'B' });
    expect(mia.open).toBe('B');
    const elements = ['cmi.entry', 'cmi.location', 'cmi.score.scaled'];
    expect(mia.does({}, elements)).toEqual(['resume', '7', '0.3']);
    expect(mia.choices).toContain('C');
  });
});

test('buttons that content has of its own are not shown', () => {
  const hidden = ['continue', 'previous']
    .map((name) => `<adlnav:hideLMSUI>${name}</adlnav:hideLMSUI>`)
    .join('');
  const mia = new Learner(
    item('A') +
      item(
        'B',
        '',
        '',
        `<adlnav:presentation><adlnav:navigationInterface>${hidden}</adlnav:navigationInterface></adlnav:presentation>`,
      ) +
      item('C'),
  );
  expect([
    mia.navigation.canGoOn,
    mia.next({}),
    mia.navigation.canGoOn,
    mia.navigation.canGoBack,
  ]).toEqual([true, 'B', false, false]);
});

test('data that items share', () => {
  const shared = (write: boolean) =>
    `<adlcp:data><adlcp:map targetID="s" readSharedData="true" writeSharedData="${write}"/></adlcp:data>`;
  const mia = new Learner(item('A', '', '', shared(true)) + item('B', '', '', shared(false)));
  mia.next({ 'adl.data.0.store': 'gemeinsam' });
  expect(mia.does({}, ['adl.data.0.id', 'adl.data.0.store'])).toEqual(['s', 'gemeinsam']);
});

test('what is launched knows the manifest’s words', () => {
  const mia = new Learner(
    item(
      'A',
      '<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>',
      '',
      '<adlcp:dataFromLMS>vom Kurs</adlcp:dataFromLMS>',
    ),
  );
  expect(mia.does({}, ['cmi.launch_data', 'cmi.scaled_passing_score'])).toEqual([
    'vom Kurs',
    '0.6',
  ]);
});
