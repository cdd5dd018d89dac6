import { sharedTypes, type SharedCourse, type SharingTypes } from './sharings.ts';
import { useTexts } from './texts-context.ts';
import { useWish } from './use-wish.ts';
import type { ClassesTexts } from './texts/de.ts';

interface CourseSharingProps {
  readonly course: SharedCourse;
  readonly legend: string;
  /** False where nothing else is shared here: the legend says nothing then. */
  readonly isLegendSeen: boolean;
  /** Sharings that are offered; others stay as they are. */
  readonly types: readonly (keyof ClassesTexts['pupil']['sharing'])[];
  /** Of the class. */
  readonly index: number;
  /** @returns whether it is shared so from now on. */
  readonly onShare: (wished: SharingTypes) => Promise<boolean>;
}

/** Boxes for what a member shares of a course with the leaders of a class. */
export function CourseSharing(props: CourseSharingProps) {
  const { course, legend, isLegendSeen, types: offered, index, onShare } = props;
  const texts = useTexts();
  const [types, wish] = useWish(sharedTypes(course), index);
  const share = (wished: SharingTypes) => wish(wished, () => onShare(wished));
  return (
    <fieldset className="classes-sharing">
      <legend className={isLegendSeen ? undefined : 'unseen'}>{legend}</legend>
      {offered.map((type) => (
        <label key={type} className="classes-choice">
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={({ target }) =>
              void share(target.checked ? [...types, type] : types.filter((held) => held !== type))
            }
          />
          <span>
            {texts.pupil.sharing[type]}
            <small>{texts.pupil.sharingMeans[type]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
