import { texts } from '../texts/texts.ts';
import type { Shown } from './progress-source.ts';

interface WithoutCourseProps {
  readonly pupils: NonNullable<Shown['withoutCourse']>;
  /** True where the class has no other pupils. */
  readonly isOpen: boolean;
}

/** Pupils of a class who are missing in its table, and the remedy. */
export function WithoutCourse({ pupils, isOpen }: WithoutCourseProps) {
  if (pupils.length === 0) return undefined;
  const { withoutCourse, withoutCourseHint } = texts.progress;
  return (
    <>
      <details className="progress-without" open={isOpen}>
        <summary>{withoutCourse(pupils.length)}</summary>
        <ul>
          {pupils.map(({ subject, name }) => (
            <li key={subject}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <p>{withoutCourseHint}</p>
      </details>
      <p className="progress-printed">
        {withoutCourse(pupils.length)}
        {': '}
        {pupils.map(({ subject, name }, index) => (
          <span key={subject}>
            {index > 0 && <span>, </span>}
            <bdi>{name}</bdi>
          </span>
        ))}
      </p>
    </>
  );
}
