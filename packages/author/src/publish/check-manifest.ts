import { manifest, type Manifest } from '@lectern/contracts/calls/publishing/manifest';
import * as z from 'zod/mini';
import type { Fault } from './fault.ts';
import { wordsOf } from './manifest-words.ts';
import type { Path, Source } from './source.ts';

/** A manifest that fits its schema and itself, with the places of its parts. */
export interface CheckedManifest {
  readonly manifest: Manifest;
  readonly source: Source;
}

/** Checks a manifest for everything that can be said without the files it names. */
export function checkManifest(source: Source): CheckedManifest | { readonly faults: Fault[] } {
  const { data, error } = z.safeParse(manifest, source.value, { reportInput: true });
  if (error) return { faults: error.issues.flatMap((issue) => faultsOf(source, issue)) };
  const faults = [...topicFaults(source, data), ...exerciseFaults(source, data)];
  return faults.length > 0 ? { faults } : { manifest: data, source };
}

function faultsOf(source: Source, issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      source.faultAt([...path, key], `Unknown field "${key}". Is it misspelt?`),
    );
  }
  if (issue.code === 'invalid_key') {
    return [source.faultAt(path, 'This is not a file name extension such as .glb.')];
  }
  return [source.faultAt(path, wordsOf(issue))];
}

function topicFaults(source: Source, { topics }: Manifest): Fault[] {
  const before = new Map<string, number>();
  const topicIds = new Set(topics.map(({ topic_id }) => topic_id));
  return topics.flatMap(({ topic_id, parent_topic_id: parent }, index) => {
    const faults: Fault[] = [];
    if (before.has(topic_id)) {
      faults.push(
        source.faultAt(
          ['topics', index, 'topic_id'],
          `The topic "${topic_id}" appears twice; each topic needs its own id.`,
        ),
      );
    }
    if (parent !== undefined && !before.has(parent)) {
      const path = ['topics', index, 'parent_topic_id'];
      faults.push(
        topicIds.has(parent)
          ? source.faultAt(path, `The parent topic "${parent}" must come before this topic.`)
          : source.faultAt(path, `There is no topic "${parent}".`),
      );
    }
    before.set(topic_id, index);
    return faults;
  });
}

function exerciseFaults(source: Source, { topics, exercises = [] }: Manifest): Fault[] {
  const topicIds = new Set(topics.map(({ topic_id }) => topic_id));
  const before = new Set<string>();
  return exercises.flatMap(({ exercise_id, topic_id }, index) => {
    const faults: Fault[] = [];
    if (before.has(exercise_id)) {
      faults.push(
        source.faultAt(
          ['exercises', index, 'exercise_id'],
          `The exercise "${exercise_id}" appears twice; each exercise needs its own id.`,
        ),
      );
    }
    if (!topicIds.has(topic_id)) {
      faults.push(
        source.faultAt(
          ['exercises', index, 'topic_id'],
          `The exercise "${exercise_id}" belongs to no topic: there is no topic "${topic_id}".`,
        ),
      );
    }
    before.add(exercise_id);
    return faults;
  });
}
