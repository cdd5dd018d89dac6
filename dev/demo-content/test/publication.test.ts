import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publicationOf } from '../publication/publication.ts';
import { textOfExercise, textOfPage } from '../publication/texts.ts';
import { exercisesOf, type Exercise } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { deepLinkOf, placeOfDeepLink, placesOf, topicIdOf } from '../src/navigation.ts';

interface Manifest {
  readonly course: { readonly course_id: string };
  readonly issue: { readonly issue_id: string };
  readonly topics: readonly {
    readonly topic_id: string;
    readonly parent_topic_id?: string;
    readonly text: string;
  }[];
  readonly exercises: readonly {
    readonly exercise_id: string;
    readonly topic_id: string;
    readonly difficulty: string;
    readonly text: string;
  }[];
  readonly files: readonly string[];
}

const made = publicationOf(wasser);
const manifest = JSON.parse(made['lectern.json']!) as Manifest;
const places = placesOf(wasser);

/** The solution, in words that stand nowhere else. */
function solutionOf(exercise: Exercise): readonly string[] {
  switch (exercise.answerType) {
    case 'essay':
      return [exercise.example];
    case 'choice':
      return [exercise.explanation];
    case 'match_keyboard':
      return Object.values(exercise.gaps).flatMap(([, ...others]) => others);
    case 'match_position':
    case 'match_place':
    case 'sketchpad':
      return [];
  }
}

describe('what is published', () => {
  it('has each page and each exercise under the ids of what learners write, in reading order', () => {
    expect(manifest).toMatchObject({
      course: { course_id: wasser.courseId },
      issue: { issue_id: wasser.issueId },
    });
    const pages = manifest.topics.filter((topic) => topic.parent_topic_id !== undefined);
    expect(pages.map(({ topic_id }) => topic_id)).toEqual(places.map(topicIdOf));
    expect(manifest.exercises.map(({ exercise_id, topic_id }) => [topic_id, exercise_id])).toEqual(
      places.flatMap((place) => exercisesOf(place.page).map(({ id }) => [topicIdOf(place), id])),
    );
  });

  it('says of each exercise how hard it is, so that statistics can be told apart by that', () => {
    const said = manifest.exercises.map(({ difficulty }) => difficulty);
    expect(new Set(said)).toEqual(new Set(['easy', 'medium', 'hard']));
  });

  it('is led to by the deep links that publishing gives by default', () => {
    const counted = new Map<string, number>();
    for (const { topic_id, parent_topic_id } of manifest.topics) {
      if (parent_topic_id === undefined) continue;
      const number = (counted.get(parent_topic_id) ?? 0) + 1;
      counted.set(parent_topic_id, number);
      const link = { themaId: parent_topic_id, subThemaNumber: String(number) };
      const place = placeOfDeepLink(wasser, link);
      expect(place && topicIdOf(place)).toBe(topic_id);
      expect(deepLinkOf(place)).toEqual(link);
    }
    expect(counted.size).toBe(wasser.themen.length);
  });

  it('has the texts and the files that it names, each once', () => {
    const named = [...manifest.topics, ...manifest.exercises].map(({ text }) => text);
    expect(named.toSorted()).toEqual(
      Object.keys(made)
        .filter((name) => name !== 'lectern.json')
        .toSorted(),
    );
    expect(named.filter((name) => made[name]!.trim() === '')).toEqual([]);
    expect(manifest.files.length).toBeGreaterThan(0);
    for (const file of manifest.files) {
      expect(existsSync(new URL(`../public/${file}`, import.meta.url)), file).toBe(true);
    }
  });
});

describe('what the search looks through', () => {
  it.each(places.map((place) => [topicIdOf(place), place.page] as const))(
    'is the text of a page without signs and without hints for teachers: %s',
    (_, page) => {
      const text = textOfPage(page);
      expect(text).toContain(page.lead);
      expect(text).not.toContain('**');
      expect(page.teacherHints.filter((hint) => text.includes(hint))).toEqual([]);
    },
  );

  it('has what a film shows', () => {
    expect(made['texte/wasserkreislauf-1.txt']).toContain('«Kondensation»');
  });

  const exercises = places.flatMap(({ page }) => exercisesOf(page));
  it.each(exercises.map((exercise) => [exercise.id, exercise] as const))(
    'gives no solution away: %s',
    (_, exercise) => {
      const text = textOfExercise(exercise);
      expect(text).toContain(exercise.instruction);
      expect(text).not.toMatch(/[{}]/);
      const lines = text.split('\n');
      expect(solutionOf(exercise).filter((part) => lines.includes(part))).toEqual([]);
    },
  );
});
