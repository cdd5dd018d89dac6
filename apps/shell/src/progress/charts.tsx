import {
  CartesianGrid,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Choice } from './choice.ts';
import { percent } from './marks.tsx';
import { periodName, presentPeriod } from './period-name.ts';
import type { Chart } from './progress-source.ts';
import { fillOf } from './state-fills.tsx';
import { texts } from '../texts/texts.ts';

/* Drawings: screen readers read every number in the table beside them. */

const heightInPixels = 280;
/** Nothing moves: numbers are to be read at once, and screenshots are the same each time. */
const still = { isAnimationActive: false } as const;

interface LineProps {
  readonly points: NonNullable<Chart['points']>;
  readonly picker: Choice['datepicker_type'];
}

/** Told apart by width, dashes and dots, too: where they are equal, the narrow one is seen within the wide one. */
const lines = [
  { key: 'begun_count', text: 'begun', color: 'var(--begun)', dashes: '0', width: 8, dot: false },
  {
    key: 'finished_count',
    text: 'finished',
    color: 'var(--leaf-line)',
    dashes: '0',
    width: 2.5,
    dot: true,
  },
  {
    key: 'statements_count',
    text: 'activity',
    color: 'var(--ink)',
    dashes: '1 5',
    width: 2.5,
    dot: false,
  },
] as const;

export function LineOfPeriods({ points, picker }: LineProps) {
  const present = presentPeriod(picker);
  const isAlone = points.filter(({ period }) => period <= present).length === 1;
  // Future points have their place, and no line, which would fall to zero.
  const data = points.map((point) => ({
    ...(point.period <= present && point),
    name: periodName(point.period, picker, 'short'),
  }));
  return (
    <div className="progress-drawing" aria-hidden="true">
      <ResponsiveContainer width="100%" height={heightInPixels}>
        <LineChart
          data={data}
          accessibilityLayer={false}
          margin={{ top: 8, right: 12, bottom: 0, left: -20 }}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          {/* Room beside, so that no line runs into an edge. */}
          <XAxis
            dataKey="name"
            stroke="var(--edge)"
            tick={{ fill: 'var(--ink-soft)' }}
            padding={{ left: 16, right: 16 }}
          />
          <YAxis
            allowDecimals={false}
            stroke="var(--edge)"
            tick={{ fill: 'var(--ink-soft)' }}
            axisLine={false}
          />
          <Tooltip
            {...still}
            contentStyle={{ background: 'var(--card)', borderColor: 'var(--line)' }}
            labelStyle={{ color: 'var(--ink)' }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          {lines.map(({ key, text, color, dashes, width, dot }) => (
            <Line
              key={key}
              {...still}
              dataKey={key}
              name={texts.progress[text]}
              stroke={color}
              strokeDasharray={dashes}
              strokeWidth={width}
              strokeLinecap="round"
              // From one point to no other there is no line.
              dot={dot || isAlone ? { r: 3.5, fill: color, strokeDasharray: '0' } : false}
              type="linear"
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
      <ul className="progress-keys">
        {lines.map(({ key, text, color, dashes, width, dot }) => (
          <li key={key}>
            <svg viewBox="0 0 28 12">
              <line
                x1="4"
                x2="24"
                y1="6"
                y2="6"
                stroke={color}
                strokeWidth={width}
                strokeLinecap="round"
                strokeDasharray={dashes}
              />
              {dot && <circle cx="14" cy="6" r="3.5" fill={color} />}
            </svg>
            {texts.progress[text]}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PieProps {
  readonly slices: NonNullable<Chart['slices']>;
}

export function PieOfStates({ slices }: PieProps) {
  const all = slices.reduce((sum, { exercises_count }) => sum + exercises_count, 0);
  const data = slices
    .filter(({ exercises_count }) => exercises_count > 0)
    .map(({ exercise_state, exercises_count }) => ({
      name: `${texts.progress.states[exercise_state]} (${exercises_count}, ${percent(exercises_count / all)})`,
      value: exercises_count,
      fill: fillOf(exercise_state),
    }));
  return (
    <div className="progress-drawing" aria-hidden="true">
      <ResponsiveContainer width="100%" height={heightInPixels}>
        <PieChart accessibilityLayer={false}>
          <Pie
            {...still}
            data={data}
            dataKey="value"
            nameKey="name"
            innerRadius="48%"
            outerRadius="85%"
            startAngle={90}
            endAngle={-270}
            stroke="var(--edge)"
            rootTabIndex={-1}
          />
        </PieChart>
      </ResponsiveContainer>
      <ul className="progress-keys">
        {data.map(({ name, fill }) => (
          <li key={name}>
            <svg viewBox="0 0 28 12">
              <rect x="8.5" y="0.5" width="11" height="11" fill={fill} stroke="var(--edge)" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
