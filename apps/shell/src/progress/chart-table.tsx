import type { Choice } from './choice.ts';
import { StateSign } from './marks.tsx';
import { periodName, presentPeriod } from './period-name.ts';
import type { Chart } from './progress-source.ts';
import { texts } from '../texts/texts.ts';

interface ChartTableProps {
  readonly chart: Chart;
  readonly picker: Choice['datepicker_type'];
}

/** All numbers of a chart, up to now. */
export function ChartTable({ chart, picker }: ChartTableProps) {
  if (chart.slices) {
    return (
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.progress.state}</th>
            <th scope="col">{texts.progress.exercises}</th>
          </tr>
        </thead>
        <tbody>
          {chart.slices.map(({ exercise_state, exercises_count }) => (
            <tr key={exercise_state}>
              <th scope="row">
                <StateSign state={exercise_state} />{' '}
                <span>{texts.progress.states[exercise_state]}</span>
              </th>
              <td>{exercises_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  const present = presentPeriod(picker);
  const past = chart.points?.filter(({ period }) => period <= present);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.progress.periodHead[picker]}</th>
          <th scope="col">{texts.progress.activity}</th>
          <th scope="col">{texts.progress.begun}</th>
          <th scope="col">{texts.progress.finished}</th>
        </tr>
      </thead>
      <tbody>
        {past?.map((point) => (
          <tr key={point.period}>
            <th scope="row">{periodName(point.period, picker, 'long')}</th>
            <td>{point.statements_count}</td>
            <td>{point.begun_count}</td>
            <td>{point.finished_count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
