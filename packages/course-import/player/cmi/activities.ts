import type { LearningStatement } from '@lectern/sdk';
import type { Course, CourseItem } from '../../src/course.ts';
import type { Interaction } from './progress.ts';
import { wellFormed } from './well-formed.ts';

/** Activity that a statement is about. */
export type Activity = LearningStatement['object'] & { readonly id: string };

const activityTypes = 'http://adlnet.gov/expapi/activities';

/** Interaction types of xAPI (1.0.3, part two, section 2.4.4.1), and of both SCORM standards. */
export const interactionTypes: ReadonlySet<unknown> = new Set([
  'true-false',
  'choice',
  'fill-in',
  'long-fill-in',
  'matching',
  'performance',
  'sequencing',
  'likert',
  'numeric',
  'other',
]);

export function courseActivity({ activityBase, title }: Course): Activity {
  return activity(activityBase, 'course', title);
}

/** An item; a SCO is a lesson in the vocabulary of the SCORM profile for xAPI. */
export function itemActivity(course: Course, item: CourseItem): Activity {
  return activity(itemIri(course, item), 'lesson', item.title);
}

export function interactionActivity(
  course: Course,
  item: CourseItem,
  { id, type, description, correctResponses }: Interaction,
): Activity {
  return activity(
    `${itemIri(course, item)}/${encodeURIComponent(wellFormed(id))}`,
    'cmi.interaction',
    description,
    {
      interactionType: interactionTypes.has(type) ? type : 'other',
      ...(correctResponses.length > 0 && { correctResponsesPattern: correctResponses }),
    },
  );
}

function itemIri({ activityBase }: Course, { id }: CourseItem): string {
  return `${activityBase}/${encodeURIComponent(id)}`;
}

function activity(id: string, type: string, name: string | undefined, more: object = {}): Activity {
  return {
    objectType: 'Activity',
    id,
    definition: {
      type: `${activityTypes}/${type}`,
      ...(name !== undefined && { name: { und: name } }),
      ...more,
    },
  };
}
