import { parseArgs } from 'node:util';
import {
  checkContent,
  parseLink,
  ruleIds,
  startSurroundings,
  type Finding,
} from '@lectern/simulator/check';
import { openContent } from '@lectern/simulator/content';
import { onlyWord, UsageProblem } from './problem.ts';

/** `check [ADDRESS|FOLDER]`. @returns the exit code: 1 when a rule is broken */
export async function check(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, link: { type: 'string' }, only: { type: 'string' } },
  });
  const place = onlyWord(positionals);
  const link = parseLink(values.link ?? '');
  if (!link) {
    throw new UsageProblem(
      `--link must be deep-link parameters such as exerciseGroupId=one, not "${values.link}".`,
    );
  }
  const only = values.only?.split(',');
  const unknown = only?.find((id) => !ruleIds.includes(id));
  if (unknown !== undefined) {
    throw new UsageProblem(`--only knows ${ruleIds.join(', ')}, and not "${unknown}".`);
  }

  await using done = new AsyncDisposableStack();
  const content = await openContent(place);
  done.defer(() => content.close());
  const say = values.json ? () => {} : (text: string) => void process.stdout.write(text);
  say(`Checking ${content.address.href}\n\n`);
  const findings = await checkContent({
    content: content.address,
    surround: async () => done.use(await startSurroundings()),
    link,
    ...(only ? { only } : {}),
    onFinding: (finding) => say(lineOf(finding)),
  });
  const isFound = (id: string) => findings.some((finding) => finding.id === id);
  const left = (only ?? ruleIds).filter((id) => !isFound(id));
  if (left.length > 0) say(`– Not checked until this is fixed: ${left.join(', ')}\n`);
  const broken = findings.filter(({ state }) => state === 'failed').length;
  if (values.json)
    process.stdout.write(`${JSON.stringify({ content: content.address, findings })}\n`);
  else
    say(`\n${broken === 0 ? 'No rule is broken.' : `Broken: ${broken} of ${findings.length}.`}\n`);
  return broken === 0 ? 0 : 1;
}

const signs = { passed: '✓', failed: '✗', 'not seen': '–' } as const;

/** A rule, and below it why and what to do. */
function lineOf({ id, rule, state, why, toDo }: Finding): string {
  const indented = [why, toDo].filter((text) => text !== undefined).map((text) => `    ${text}\n`);
  return `${signs[state]} ${id.padEnd(10)}${rule}\n${indented.join('')}`;
}
