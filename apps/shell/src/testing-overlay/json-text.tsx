import { texts } from './overlay-texts.ts';

/** More than this is not laid out, in characters. */
const shownTextMaximum = 40_000;
/** How many lines are seen at once. */
const rowsMaximum = 14;

interface JsonTextProps {
  readonly value: unknown;
  /** Its name for screen readers. */
  readonly name: string;
}

/**
 * A value as indented JSON, in a field that cannot be written to: so the keyboard reaches and scrolls
 * it, and selects all of it and nothing else.
 */
export function JsonText({ value, name }: JsonTextProps) {
  const text = value === undefined ? texts.noBody : jsonOf(value);
  const shown = text.length > shownTextMaximum ? `${text.slice(0, shownTextMaximum)} …` : text;
  const rows = Math.min(shown.split('\n').length, rowsMaximum);
  return <textarea readOnly spellCheck={false} rows={rows} aria-label={name} value={shown} />;
}

/** Messages carry more than JSON does; what it refuses is shown by its type. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? typeof value;
  } catch {
    return typeof value;
  }
}
