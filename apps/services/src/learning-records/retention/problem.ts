/** Why a run did nothing, or not all; the message is for operators. */
export class PruningProblem extends Error {
  override readonly name = 'PruningProblem';

  static ofCourses(courses: readonly string[]): PruningProblem {
    return new PruningProblem(
      `Courses that are neither published nor in any learning record: ${courses.join(', ')}. Nothing was pruned. ` +
        'Correct them, or leave them out.',
    );
  }

  static ofSubjects(count: number, cause: unknown): PruningProblem {
    const people = count === 1 ? '1 person' : `${count} people`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new PruningProblem(
      `Learning records of ${people} were not pruned, those of the others were. The first reason: ${reason}`,
      { cause },
    );
  }
}
