import type { Group } from '@lectern/contracts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ChartSection } from './chart-section.tsx';
import { chosenParts, questionOf, rowsOf, type Choice } from './choice.ts';
import { ClassTable } from './class-table.tsx';
import { Failure } from './failure.tsx';
import { Filters } from './filters.tsx';
import { liveClass } from './live-class.ts';
import { Legend, momentText, timeText } from './marks.tsx';
import { OwnTable } from './own-table.tsx';
import { schoolYearOf } from './school-year.ts';
import type { Outline, ProgressSource, Shown } from './progress-source.ts';
import { classOf, ShownClass } from './shown-class.tsx';
import { texts } from '../texts/texts.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { WithoutCourse } from './without-course.tsx';
import { useLive, type Live } from './use-live.ts';
import { useLoaded } from './use-loaded.ts';

interface ProgressPageProps {
  readonly source: ProgressSource;
  readonly groups: readonly Group[];
  /** At least one. */
  readonly outlines: readonly Outline[];
}

/** An answer, and the choice that it answers. */
interface Answered extends Shown {
  readonly choice: Choice;
  readonly at: Date;
}

/** Filters, the table, and the chart below it. */
export function ProgressPage({ source, groups, outlines }: ProgressPageProps) {
  const [choice, setChoice] = useState<Choice>(() => ({
    course_id: outlines[0]!.course_id,
    group_id: groups[0]?.group_id,
    thema_id: undefined,
    topic_id: undefined,
    exercise_group_id: undefined,
    difficulty: undefined,
    diagram_type: 'LINE_CHART',
    datepicker_type: 'MONTHS',
    year: schoolYearOf(new Date()),
  }));
  const outline = outlineOf(choice, outlines);
  const question = useMemo(() => questionOf(choice, outline), [choice, outline]);
  // While something else is on its way, what is shown goes by the choice that it answers.
  const load = useCallback(
    async (signal: AbortSignal): Promise<Answered> => ({
      ...(await source.ask(question, signal)),
      choice,
      at: new Date(),
    }),
    [source, question, choice],
  );
  const { value, state, retry } = useLoaded(load);
  const [newer, setNewer] = useState<{ of: typeof value; shown: Answered }>();
  const shown = newer?.of === value ? newer?.shown : value;
  const live = useMemo((): Live | undefined => {
    const { group_id } = question;
    // Only once that is shown which is chosen.
    if (value?.choice !== choice || value.version === undefined || group_id === undefined) return;
    return liveClass({
      source,
      question: { ...question, group_id },
      first: { ...value, version: value.version },
      onShow: (newest, at) => setNewer({ of: value, shown: { ...newest, choice, at } }),
      onRefused: retry,
    });
  }, [source, question, choice, value, retry]);
  const newUntil = useLive(live);
  const isNarrow = useIsNarrow();
  const isShown = shown && state !== 'failed';
  const isBehind = (shown?.behind_count ?? 0) > 0;
  // Each answer has more of what was never counted.
  useEffect(() => {
    if (isBehind && state === 'there') retry();
  }, [isBehind, state, retry]);
  const choose = (change: Partial<Choice>) => setChoice((before) => ({ ...before, ...change }));

  const filters = <Filters {...{ groups, outlines, outline, choice, onChoose: choose }} />;

  return (
    <>
      {!isNarrow && filters}
      <output className="unseen">{state === 'loading' && texts.progress.loading}</output>
      {state === 'failed' && <Failure retry={retry} />}
      {isShown && (
        <div className="progress-shown" aria-busy={state === 'loading'}>
          <output>{newUntil && texts.progress.newUntil(timeText(newUntil))}</output>
          {isBehind && <p className="progress-empty">{texts.progress.stillCounting}</p>}
          <ShownClass value={classOf(shown.choice, outlineOf(shown.choice, outlines))}>
            <Table
              shown={shown}
              outline={outlineOf(shown.choice, outlines)}
              groups={groups}
              onThema={(thema_id) => setChoice({ ...shown.choice, thema_id })}
            />
          </ShownClass>
        </div>
      )}
      {/* The names come first, with what is chosen above them. Always in one place: what has the focus keeps it. */}
      {isNarrow && filters}
      {isShown && shown.themen.length > 0 && (
        <div className="progress-shown" aria-busy={state === 'loading'}>
          <ChartSection
            chart={shown.chart}
            drawn={shown.choice}
            choice={choice}
            onChoose={choose}
          />
        </div>
      )}
    </>
  );
}

function outlineOf({ course_id }: Choice, outlines: readonly Outline[]): Outline {
  return outlines.find((outline) => outline.course_id === course_id) ?? outlines[0]!;
}

interface TableProps {
  readonly shown: Answered;
  readonly groups: readonly Group[];
  readonly outline: Outline;
  readonly onThema: (thema_id: string) => void;
}

/** The table of the class or of the user's own, or the next step where it is empty. */
function Table({ shown, outline, groups, onThema }: TableProps) {
  const { members, withoutCourse = [], progress, themen, choice } = shown;
  const name = groups.find(({ group_id }) => group_id === choice.group_id)?.name ?? '';
  if (themen.length === 0) return <p className="progress-empty">{texts.progress.nothingFits}</p>;
  const isEmpty = members?.length === 0;
  if (isEmpty && withoutCourse.length === 0)
    return <p className="progress-empty">{texts.progress.noPupils}</p>;
  const chosen = [...(members ? [name] : []), ...chosenParts(choice, outline)].join(' · ');
  const isBegun = members
    ? members.some((member) => member.progress.themen.length > 0)
    : progress && progress.themen.length > 0;
  return (
    <div className="progress-table">
      <h3>{members ? texts.progress.tableOfClass : texts.progress.tableOfOwn}</h3>
      <p className="progress-chosen">
        <span>{chosen}</span>
        <span className="progress-printed">{` · ${momentText(shown.at)}`}</span>
      </p>
      <WithoutCourse pupils={withoutCourse} isOpen={isEmpty} />
      {!isBegun && !isEmpty && (
        <p className="progress-empty">
          {members ? texts.progress.classNotBegun : texts.progress.ownNotBegun}
        </p>
      )}
      {members && (
        <ClassTable
          rows={rowsOf(choice)}
          label={chosen}
          {...{ shown, members, outline, onThema }}
        />
      )}
      {progress && <OwnTable {...{ shown, progress, outline, onThema }} />}
      {!isEmpty && <Legend />}
    </div>
  );
}
