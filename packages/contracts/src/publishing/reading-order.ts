interface Topic {
  readonly topic_id: string;
  readonly parent_topic_id?: string | undefined;
}

/** True where each topic stands once, and after the one above it: so that none is above itself. */
export function topicsStand(topics: readonly Topic[]): boolean {
  const before = new Set<string>();
  return topics.every(({ topic_id, parent_topic_id }) => {
    const stands =
      !before.has(topic_id) && (parent_topic_id === undefined || before.has(parent_topic_id));
    before.add(topic_id);
    return stands;
  });
}

/** True where each exercise stands once, and in a topic that is there. */
export function exercisesStand(
  topics: readonly Topic[],
  exercises: readonly { readonly exercise_id: string; readonly topic_id: string }[],
): boolean {
  const topicIds = new Set(topics.map(({ topic_id }) => topic_id));
  const exerciseIds = new Set(exercises.map(({ exercise_id }) => exercise_id));
  return (
    exerciseIds.size === exercises.length &&
    exercises.every(({ topic_id }) => topicIds.has(topic_id))
  );
}
