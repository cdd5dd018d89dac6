import { texts } from '../texts/texts.ts';

interface WithoutCourseProps {
  readonly names: readonly string[];
  /** There is nobody else to see. */
  readonly isOpen: boolean;
}

/** Says who in a class is missing in its table, and what brings them there. */
export function WithoutCourse({ names, isOpen }: WithoutCourseProps) {
  if (names.length === 0) return undefined;
  const { withoutCourse, withoutCourseHint } = texts.progress;
  return (
    <>
      <details className="progress-without" open={isOpen}>
        <summary>{withoutCourse(names.length)}</summary>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <p>{withoutCourseHint}</p>
      </details>
      <p className="progress-printed">
        {withoutCourse(names.length)}
        {': '}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </span>
        ))}
      </p>
    </>
  );
}
