interface Given {
  readonly body: unknown;
}

/** Asks a handler without HTTP: what the contract checks is right, and nobody leaves. */
export function askHandler<Request extends Given, Answer>(
  handler: (request: Request) => Promise<Answer>,
  body: Request['body'],
  subject: string,
  permissions: readonly string[] = [],
): Promise<Answer> {
  const request: Given & Readonly<Record<string, unknown>> = {
    body,
    query: {},
    caller: { subject, permissions: new Set(permissions) },
    signal: new AbortController().signal,
    refusal: (code: string) => new Error(`Refused: ${code}.`),
  };
  return handler(request as unknown as Request);
}
