import type { Group } from '@lectern/contracts';
import type { Choice } from './choice.ts';
import type { Outline } from './progress-source.ts';
import { Select } from './select.tsx';
import { texts } from '../texts/texts.ts';

interface FiltersProps {
  readonly groups: readonly Group[];
  readonly outlines: readonly Outline[];
  readonly outline: Outline;
  readonly choice: Choice;
  readonly onChoose: (change: Partial<Choice>) => void;
}

/** Learners and parts to choose from. Single ones are not asked for. */
export function Filters({ groups, outlines, outline, choice, onChoose }: FiltersProps) {
  const thema = outline.themen.find(({ thema_id }) => thema_id === choice.thema_id);
  const nothingWithin = { topic_id: undefined, exercise_group_id: undefined };
  return (
    <div className="progress-filters">
      {groups.length > 0 && (
        <Select
          label={texts.progress.whose}
          none={texts.progress.own}
          options={groups.map(({ group_id, name }) => ({ value: group_id, text: name }))}
          value={choice.group_id}
          onChange={(group_id) => onChoose({ group_id })}
        />
      )}
      {outlines.length > 1 && (
        <Select
          label={texts.progress.course}
          options={outlines.map(({ course_id, title }) => ({ value: course_id, text: title }))}
          value={choice.course_id}
          onChange={(course_id) =>
            course_id !== undefined &&
            onChoose({ course_id, thema_id: undefined, difficulty: undefined, ...nothingWithin })
          }
        />
      )}
      <Select
        label={texts.progress.thema}
        none={texts.progress.allThemen}
        options={outline.themen.map(({ thema_id, title }) => ({ value: thema_id, text: title }))}
        value={choice.thema_id}
        onChange={(thema_id) => onChoose({ thema_id, ...nothingWithin })}
      />
      {thema && thema.sub_themen.length > 1 && (
        <Select
          label={texts.progress.subThema}
          none={texts.progress.allSubThemen}
          options={thema.sub_themen.map(({ topic_id, title }) => ({
            value: topic_id,
            text: title,
          }))}
          value={choice.topic_id}
          onChange={(topic_id) => onChoose({ ...nothingWithin, topic_id })}
        />
      )}
      {thema && thema.exercise_groups.length > 1 && (
        <Select
          label={texts.progress.group}
          none={texts.progress.allGroups}
          options={thema.exercise_groups.map(({ exercise_group_id, title }) => ({
            value: exercise_group_id,
            text: title,
          }))}
          value={choice.exercise_group_id}
          onChange={(exercise_group_id) => onChoose({ ...nothingWithin, exercise_group_id })}
        />
      )}
      {outline.difficulties.length > 0 && (
        <Select
          label={texts.progress.difficulty}
          none={texts.progress.allDifficulties}
          options={outline.difficulties.map((value) => ({
            value,
            text: texts.progress.difficulties[value],
          }))}
          value={choice.difficulty}
          onChange={(difficulty) => onChoose({ difficulty })}
        />
      )}
    </div>
  );
}
