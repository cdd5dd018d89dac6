/** A time as ISO 8601 writes it, in hundredths of a second: as exactly as xAPI compares. */
export function durationIn(inMs: number): string {
  const hundredths = Math.max(0, Math.round(inMs / 10));
  const seconds = hundredths / 100;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.round((seconds - hours * 3600 - minutes * 60) * 100) / 100;
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || (!hours && !minutes) ? `${rest}S` : ''}`;
}

/** Durations of SCORM 2004 and xAPI (ISO 8601). */
const isoDuration =
  /^P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

export function isDuration(value: unknown): boolean {
  return typeof value === 'string' && isoDuration.test(value);
}
