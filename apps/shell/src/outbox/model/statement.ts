import type { StatementInput } from '@lectern/contracts';

/** A statement that can be sent again and is stored once. */
export type IdentifiedStatement = StatementInput & { readonly id: string };

export interface PendingStatement {
  readonly statement: IdentifiedStatement;
  /** The content gave no time of its own: another one tells no statements apart. */
  readonly isTimeMade?: boolean;
  /** Never there, as statements have no versions: settling reads the base of every kind. */
  readonly base?: undefined;
}

/**
 * Equal but for the order of members. The time is the shell's where the content gave none, so it tells
 * nothing apart.
 */
export function isSameStatement(
  statement: IdentifiedStatement,
  other: IdentifiedStatement,
): boolean {
  return textOf(statement) === textOf(other);
}

function textOf(statement: IdentifiedStatement): string {
  return JSON.stringify({ ...statement, timestamp: undefined }, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
