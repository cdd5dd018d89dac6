import type { ClassEntry, OwnMembership } from './classes-source.ts';
import type { ClassesTexts } from './texts/de.ts';

/** Words for the outcome of a code. A teacher who tries its own stays one. */
export function joinedText(
  texts: ClassesTexts,
  { isLed = false, name, state }: OwnMembership & Partial<ClassEntry>,
): string {
  if (state !== 'accepted') return texts.pupil.waiting(name);
  return isLed ? texts.ledAlready(name) : texts.pupil.joined(name);
}
