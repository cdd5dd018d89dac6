import type { DeepLink } from '@lectern/sdk/protocol';
import { scenarios, type ScenarioName } from '../scenarios.ts';
import type { Stage } from '../stage.ts';
import type { Finding, Verdict } from './finding.ts';
import { addressLooks, looks } from './looks.ts';
import { createScene } from './scene.ts';
import type { Surroundings } from './surroundings.ts';

export interface CheckOptions {
  readonly content: URL;
  /** Asked once the address has passed, and not at all where no page is opened: this is what takes long. */
  readonly surround: () => Promise<Surroundings>;
  /** Where there is something to do for a learner; default: the first page. */
  readonly link?: DeepLink;
  /** Ids of the rules that are looked at; default: all. */
  readonly only?: readonly string[];
  /** Told of each finding as soon as it is known. */
  readonly onFinding?: (finding: Finding) => void;
}

/**
 * Looks at the content's address, and then opens it in the simulator's production shell, whether it keeps
 * the rules.
 *
 * @returns a finding for each rule, in their order. A page that cannot be shown, or says nothing, is looked
 *   at no further: its finding, of FRAME-1 or HELLO-1, is the last one, also where only others are asked for.
 */
export async function checkContent(options: CheckOptions): Promise<Finding[]> {
  const { content, surround, link = {}, only, onFinding = () => {} } = options;
  const isWanted = ({ id }: { readonly id: string }) => !only || only.includes(id);
  const findings: Finding[] = [];
  const take = ({ id, rule }: Pick<Finding, 'id' | 'rule'>, verdict: Verdict) => {
    const finding = { id, rule, ...verdict };
    findings.push(finding);
    onFinding(finding);
    return finding;
  };
  for (const look of addressLooks.filter(isWanted)) {
    const { id, state } = take(look, await look.look(content));
    // A page that does not come has nothing further to look at.
    if (id === 'FRAME-1' && state === 'failed') return findings;
  }
  const wanted = looks.filter(isWanted);
  if (wanted.length === 0) return findings;

  const { backstage, browser } = await surround();
  // Loads the services, which a check of the address alone does not need.
  const { startStage } = await import('../stage.ts');
  await using done = new AsyncDisposableStack();
  const started = new Map<ScenarioName, Promise<Stage>>();
  const stage = async (name: ScenarioName) => {
    const running = started.get(name);
    if (running) return running;
    if (done.disposed) throw new Error('The check is over.');
    const scenario = scenarios.find((scenario) => scenario.name === name)!;
    const starting = startStage(scenario, content, backstage, { hasOverlay: false });
    started.set(name, starting);
    done.defer(() =>
      starting.then(
        (stage) => stage.close(),
        // The caller of `stage` gets the failure.
        () => {},
      ),
    );
    return starting;
  };
  await using scene = createScene({ browser, content, link, stage });
  // Silent content has no conversation to look at.
  if ((await scene.first()).asked.length === 0) {
    const hello = looks.find(({ id }) => id === 'HELLO-1')!;
    take(hello, await hello.look(scene));
    return findings;
  }
  // Looks at the end of the list take longest, so they begin first.
  const underWay = wanted
    .toReversed()
    .map((look) => ({ look, verdict: look.look(scene) }))
    .toReversed();
  // The first failure is thrown below; others must not count as unhandled.
  for (const { verdict } of underWay) verdict.catch(() => {});
  for (const { look, verdict } of underWay) take(look, await verdict);
  return findings;
}
