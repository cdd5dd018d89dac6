import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';

/** One measured figure, always beside a limit or peer that was measured in the same run. */
export interface Figure {
  readonly figure: string;
  readonly unit: string;
  readonly value: number;
  /** The limit or peer of the same run. */
  readonly against?: { readonly what: string; readonly value: number };
  /** `value / against.value`. */
  readonly ratio?: number;
  /** Of the ratios within a round. */
  readonly middleHalf?: readonly [from: number, to: number];
  /** The goal in words, such as `ratio at most 1.5`. */
  readonly goal?: string;
  readonly met?: boolean;
}

/** A benchmark: the question that it answers, and how. One file each. */
export interface Benchmark {
  readonly question: string;
  /** Facts that the figures do not say by themselves. */
  readonly remarks?: string;
  /** @returns `undefined` where what it needs is not there: then the last figures stay. */
  run(): Promise<readonly Figure[] | undefined>;
}

interface Result {
  readonly name: string;
  readonly question: string;
  readonly remarks?: string;
  readonly measuredOn: string;
  readonly figures: readonly Figure[];
}

const results = new URL('../results/', import.meta.url);
const page = new URL('../../../docs/benchmarks.md', import.meta.url);

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** A figure with its ratio, rounded to what can be told apart. */
export function compare(
  figure: string,
  unit: string,
  value: number,
  against: { what: string; value: number },
  goal?: Goal,
): Figure {
  return figureOf(figure, unit, value, against, value / against.value, goal);
}

/**
 * The same of two that took turns: the values are the medians, the ratio is the median of the ratios
 * within a round, because noise that lasts meets both of a round.
 */
export function compareByRound(
  figure: string,
  unit: string,
  values: readonly number[],
  against: { what: string; values: readonly number[] },
  goal?: Goal,
): Figure {
  const ratios = values
    .map((value, round) => value / against.values[round]!)
    .toSorted((a, b) => a - b);
  const ratioAt = (share: number) => rounded(ratios[Math.floor(ratios.length * share)]!);
  const peer = { what: against.what, value: median(against.values) };
  return {
    ...figureOf(figure, unit, median(values), peer, median(ratios), goal),
    middleHalf: [ratioAt(0.25), ratioAt(0.75)],
  };
}

function figureOf(
  figure: string,
  unit: string,
  value: number,
  against: { what: string; value: number },
  ratio: number,
  goal: Goal | undefined,
): Figure {
  return {
    figure,
    unit,
    value: rounded(value),
    against: { what: against.what, value: rounded(against.value) },
    ratio: rounded(ratio),
    ...(goal && 'atMost' in goal
      ? { goal: `ratio at most ${goal.atMost}`, met: ratio <= goal.atMost }
      : {}),
    ...(goal && 'atLeast' in goal
      ? { goal: `ratio at least ${goal.atLeast}`, met: ratio >= goal.atLeast }
      : {}),
  };
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** @returns what this share of the values is below, such as 0.99 of them */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Infinity;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Writes the result of a benchmark, then the page of the newest of each. */
export async function record(
  name: string,
  { question, remarks }: Pick<Benchmark, 'question' | 'remarks'>,
  figures: readonly Figure[],
): Promise<void> {
  const result: Result = {
    name,
    question,
    ...(remarks === undefined ? {} : { remarks }),
    measuredOn: new Date().toISOString().slice(0, 10),
    figures,
  };
  await mkdir(results, { recursive: true });
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(result, null, 2)}\n`);
  await writePage();
}

/** Renders the page from the stored results. */
export async function writePage(): Promise<void> {
  await writeFile(page, await renderPage());
}

async function renderPage(): Promise<string> {
  const files = (await readdir(results)).filter((file) => file.endsWith('.json')).toSorted();
  const sections = await Promise.all(
    files.map(async (file) =>
      renderSection(JSON.parse(await readFile(new URL(file, results), 'utf8')) as Result),
    ),
  );
  return `# Benchmarks

Each figure stands beside a limit or a peer of the same run: on other machines values differ, ratios hardly.
Shown are missed goals and the closest others; \`dev/bench/results\` has all, with remarks.
\`npm run bench [name]\` measures again.

${sections.join('\n')}`;
}

function renderSection({ name, question, measuredOn, figures }: Result): string {
  const goals = figures.filter(({ goal }) => goal !== undefined);
  const missed = goals.filter(({ met }) => !met);
  const lines = [...missed, ...closest(goals.filter(({ met }) => met))].map(
    ({ figure, unit, value, against, ratio, goal, met }) =>
      [
        `- ${figure}: ${value} ${unit}`,
        ...(against ? [`${against.what}: ${against.value}`] : []),
        ...(ratio ? [`ratio ${ratio}`] : []),
        `goal ${sign(goal!)}${met ? '' : ', **missed**'}`,
      ].join('; '),
  );
  return `## ${name}

${question} (${measuredOn}: ${goals.length - missed.length} of ${goals.length} goals)

${lines.join('\n')}
`;
}

/** A goal as the page shows it, of the ratio or else of the value. */
function sign(goal: string): string {
  return goal.replace(/^(ratio )?at most /, '≤ ').replace(/^(ratio )?at least /, '≥ ');
}

/** Of the figures that met their goals the closest to it, if any. */
function closest(figures: readonly Figure[]): readonly Figure[] {
  return figures.toSorted((a, b) => nearness(b) - nearness(a)).slice(0, 1);
}

/** How far a figure has come to its goal: at most 1 where it is met. */
function nearness({ goal, ratio, value }: Figure): number {
  const limit = Number(/[\d.]+/.exec(goal!)?.[0] ?? Infinity);
  const share = (ratio ?? value) / limit;
  return goal!.includes('at least') ? 1 / share : share;
}
