import { progressCalls } from '@lectern/contracts/calls/learning-records/progress';
import type { CreateClient } from '../api.ts';
import { log } from '../logging/log.ts';
import type { SetAside } from '../outbox/model/outcome.ts';
import { titleKey, type Titles } from './titles.ts';

/**
 * The titles of the exercises and pages that entries belong to, as their courses are published. Never
 * rejects: a course that cannot be asked about has none.
 *
 * @param subject Whose entries they are.
 */
export async function loadTitles(
  clientOf: CreateClient,
  subject: string,
  entries: readonly SetAside[],
): Promise<Titles> {
  const lars = clientOf('lars', progressCalls);
  const caller = { xIaSubject: subject };

  async function titlesOf(course_id: string): Promise<(readonly [string, string])[]> {
    const body = { subject, course_id };
    const { themen } = await lars.progressGetOutline({ body, ...caller });
    const ofThemen = await Promise.all(
      themen.map(({ thema_id: filter_id }) =>
        lars.progressGetForSubject({
          body: { ...body, filter_type: 'THEMA', filter_id },
          ...caller,
        }),
      ),
    );
    return [
      ...themen
        .flatMap(({ sub_themen }) => sub_themen)
        .map(({ topic_id, title }) => [titleKey('topic', course_id, topic_id), title] as const),
      ...ofThemen
        .flatMap(({ exercises = [] }) => exercises)
        .flatMap(({ exercise_id, title }) =>
          title === undefined
            ? []
            : [[titleKey('exercise', course_id, exercise_id), title] as const],
        ),
    ];
  }

  const lists = await Promise.all(
    coursesOf(entries).map((course_id) =>
      titlesOf(course_id).catch((error: unknown) => {
        log('warning', 'Could not load the titles of what was set aside.', error);
        return [];
      }),
    ),
  );
  return new Map(lists.flat());
}

function coursesOf(entries: readonly SetAside[]): readonly string[] {
  const ids = entries.flatMap((entry) =>
    'scope' in entry ? [entry.scope.course_id_dto.course_id] : [],
  );
  return [...new Set(ids)];
}
