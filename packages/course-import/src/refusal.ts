/** A package cannot be imported. The message says to its author what is wrong, and where. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
}

/** Longest piece of a package's own text in a message. */
const quotedLengthMaximum = 200;

/** A name out of a package, as a message shows it: control characters could steer a terminal. */
export function quoted(text: string): string {
  const shown = text.length > quotedLengthMaximum ? `${text.slice(0, quotedLengthMaximum)}…` : text;
  return `"${shown.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')}"`;
}
