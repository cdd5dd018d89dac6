import { hash, randomUUID } from 'node:crypto';
import { writeParts } from '../../src/learning-records/xapi/multipart.ts';

/** A statement of somebody whom no platform knows. */
export function statementOf(
  change: object = {},
): { readonly id: string } & Record<string, unknown> {
  return {
    id: randomUUID(),
    actor: { name: 'Mia', mbox: 'mailto:mia@school.example' },
    verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { de: 'beantwortete' } },
    object: {
      id: 'https://lectern.example/kreislauf',
      definition: { name: { de: 'Der Kreislauf' }, type: 'http://t.example/exercise' },
    },
    timestamp: '2026-11-01T08:00:00.000Z',
    ...change,
  };
}

/** A statement that takes another one back. */
export function voidingOf(id: string, change: object = {}): ReturnType<typeof statementOf> {
  return statementOf({
    verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
    object: { objectType: 'StatementRef', id },
    ...change,
  });
}

/** An attachment, as the statement says it. */
export function attachmentOf(content: string): object {
  return {
    usageType: 'http://u.example/essay',
    display: { de: 'Aufsatz' },
    contentType: 'text/plain',
    length: Buffer.byteLength(content),
    sha2: hash('sha256', content),
  };
}

/** A body with statements, and with what is attached to them. */
export function bodyWith(statements: readonly object[], ...contents: readonly string[]) {
  const { contentType, body } = writeParts([
    {
      headers: new Map([['Content-Type', 'application/json']]),
      content: Buffer.from(JSON.stringify(statements)),
    },
    ...contents.map((content) => ({
      headers: new Map([
        ['Content-Type', 'text/plain'],
        ['Content-Transfer-Encoding', 'binary'],
        ['X-Experience-API-Hash', hash('sha256', content)],
      ]),
      content: Buffer.from(content),
    })),
  ]);
  return { headers: { 'Content-Type': contentType }, body: new Uint8Array(body) };
}
