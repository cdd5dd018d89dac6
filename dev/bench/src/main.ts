import { readdir } from 'node:fs/promises';
import { exitOnSignal } from '@lectern/env';
import { record, type Benchmark } from './figures.ts';

exitOnSignal();

/** Runs the named benchmarks, or all of them. */
const folder = new URL('./questions/', import.meta.url);
const all = (await readdir(folder)).map((file) => file.replace(/\.ts$/, '')).toSorted();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}

for (const name of chosen.length > 0 ? chosen : all) {
  const { benchmark } = (await import(new URL(`${name}.ts`, folder).href)) as {
    benchmark: Benchmark;
  };
  console.log(`${name}: ${benchmark.question}`);
  const figures = await benchmark.run();
  if (!figures) {
    console.log(`${name} was not measured. ${benchmark.remarks ?? ''}`);
    continue;
  }
  await record(name, benchmark, figures);
  console.table(
    figures.map(({ figure, value, unit, against, ratio, middleHalf, goal, met }) => ({
      figure,
      value: `${value} ${unit}`,
      against: against && `${against.what}: ${against.value}`,
      ratio,
      middleHalf: middleHalf?.join(' to '),
      goal,
      met,
    })),
  );
}
