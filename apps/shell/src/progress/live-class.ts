import { passedTimeInMs } from '../passed-time.ts';
import type { ProgressSource, Question, Shown } from './progress-source.ts';
import type { Live } from './use-live.ts';

/** How old a chart may become, in milliseconds: it is the most to count, and little of it changes in a lesson. */
export const chartIntervalInMs = 30_000;

interface LiveClassOptions {
  readonly source: Pick<ProgressSource, 'ask' | 'version'>;
  readonly question: Question & { readonly group_id: string };
  /** The answer that is shown at first. */
  readonly first: Shown & { readonly version: string };
  readonly onShow: (shown: Shown, at: Date) => void;
  readonly onRefused: () => void;
}

/** Looks at a class. Its chart stays for a while when the rest is asked for anew. */
export function liveClass({ source, question, first, onShow, onRefused }: LiveClassOptions): Live {
  const { group_id, course_id } = question;
  let { chart } = first;
  let drawnAt = passedTimeInMs();
  let isChartOld = false;
  const isChartDue = () => passedTimeInMs() - drawnAt >= chartIntervalInMs;
  return {
    version: first.version,
    onRefused,
    isDue: () => isChartOld && isChartDue(),
    look: (signal) => source.version({ group_id, course_id }, signal),
    async refresh(signal) {
      const askedAt = passedTimeInMs();
      const { chart: asked, ...further } = question;
      const shown = await source.ask({ ...further, ...(isChartDue() && { chart: asked }) }, signal);
      if (shown.chart) drawnAt = askedAt;
      isChartOld = !shown.chart;
      chart = shown.chart ?? chart;
      if (!signal.aborted) onShow({ ...shown, ...(chart && { chart }) }, new Date());
      return shown.version ?? '';
    },
  };
}
