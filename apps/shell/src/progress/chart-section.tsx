import type { Choice } from './choice.ts';
import { ChartTable } from './chart-table.tsx';
import { presentPeriod } from './period-name.ts';
import { schoolYearName } from './school-year.ts';
import { LineOfPeriods, PieOfStates } from './charts.tsx';
import type { Chart } from './progress-source.ts';
import { Segments } from './segments.tsx';
import { texts } from '../texts/texts.ts';

interface ChartSectionProps {
  readonly chart: Chart | undefined;
  /** The choice that the chart shows. */
  readonly drawn: Choice;
  /** The latest choice, which may still be on its way. */
  readonly choice: Choice;
  readonly onChoose: (change: Partial<Choice>) => void;
}

/** As the calls take them. */
const years = { first: 2000, last: 9999 };

/** The chart, and the same as a table. */
export function ChartSection({ chart, drawn, choice, onChoose }: ChartSectionProps) {
  const { diagram_type, datepicker_type, year } = choice;
  const isEmpty =
    chart?.points?.every(({ statements_count, begun_count, finished_count }) =>
      [statements_count, begun_count, finished_count].every((count) => count === 0),
    ) ?? false;
  const pickers = ['WEEKS_OF_YEAR', 'MONTHS', 'YEARS'] as const;
  const titleOf = (shownYear: number) =>
    String(shownYear) < presentPeriod('YEARS')
      ? texts.progress.atEnd(schoolYearName(shownYear))
      : texts.progress.today;
  return (
    <section className="progress-chart" aria-labelledby="progress-chart-title">
      <h3 id="progress-chart-title">
        {chart?.slices ? titleOf(drawn.year) : texts.progress.chart}
      </h3>
      <div className="progress-pickers">
        <Segments
          label={texts.progress.diagram}
          options={[
            { value: 'LINE_CHART', text: texts.progress.line },
            { value: 'PIE', text: texts.progress.pie },
          ]}
          value={diagram_type}
          onChange={(value) => onChoose({ diagram_type: value })}
        />
        {/* A pie shows how things stood at the end of the year. */}
        {diagram_type === 'LINE_CHART' && (
          <Segments
            label={texts.progress.period}
            options={pickers.map((value) => ({ value, text: texts.progress.periods[value] }))}
            value={datepicker_type}
            onChange={(value) => onChoose({ datepicker_type: value })}
          />
        )}
        <fieldset className="progress-year" aria-label={texts.progress.periodHead.YEARS}>
          <button
            type="button"
            aria-label={texts.progress.earlier}
            disabled={year <= years.first}
            onClick={() => onChoose({ year: year - 1 })}
          >
            <span aria-hidden="true">‹</span>
          </button>
          <output>{schoolYearName(year)}</output>
          <button
            type="button"
            aria-label={texts.progress.later}
            disabled={year >= years.last}
            onClick={() => onChoose({ year: year + 1 })}
          >
            <span aria-hidden="true">›</span>
          </button>
        </fieldset>
      </div>
      {isEmpty && <p className="progress-empty">{texts.progress.nothingInPeriod}</p>}
      {chart?.points && !isEmpty && (
        <LineOfPeriods points={chart.points} picker={drawn.datepicker_type} />
      )}
      {chart?.slices && <PieOfStates slices={chart.slices} />}
      {chart && !isEmpty && (
        <details>
          <summary>{texts.progress.asTable}</summary>
          <ChartTable chart={chart} picker={drawn.datepicker_type} />
        </details>
      )}
    </section>
  );
}
