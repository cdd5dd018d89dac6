/** Errors of one status: code to text. Apart from `errors.ts`, which clients do not load. */
// @__NO_SIDE_EFFECTS__
export function withStatus<const Status extends number, Code extends string>(
  status: Status,
  texts: Readonly<Record<Code, string>>,
) {
  const errors = Object.entries<string>(texts).map(([code, text]) => [code, { status, text }]);
  return Object.fromEntries(errors) as Readonly<
    Record<Code, { readonly status: Status; readonly text: string }>
  >;
}
