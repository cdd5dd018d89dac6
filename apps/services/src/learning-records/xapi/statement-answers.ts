import type { Attachment, Statement } from '@lectern/contracts/xapi';
import type { Database } from '../../storage/database.ts';
import { formatStatement } from '../model/format.ts';
import { activitiesIn } from '../model/terms.ts';
import { contentsOf, firstThatFit, type StoredAttachment } from '../store/attachments.ts';
import type { DefinitionStore } from '../store/definitions.ts';
import { jsonOf, type FoundStatement } from '../store/found-statement.ts';
import { writeParts } from './multipart.ts';
import type { Format } from './statement-query.ts';

export interface StatementsAnswer {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Form of requested statements. */
export interface Presentation {
  readonly format: Format;
  /** The reader's languages, the preferred first. */
  readonly languages: readonly string[];
}

/** Largest JSON parsed at a time, in bytes: `[{},{},…]` takes sixteen times as much memory then. */
const parsedMaximumInBytes = 2 * 1024 * 1024;

/** Activities whose definitions are read at a time, unless one statement alone names more. */
const definitionsMaximum = 256;

/**
 * Each statement as JSON, as many of the first as fit, one at least: in canonical form it has all that is
 * known of its activities, as far as the reader may see it. As it was stored it goes out without being read.
 */
export async function present(
  found: readonly FoundStatement[],
  { format, languages }: Presentation,
  definitionsOf: DefinitionStore['of'],
  maximumInBytes: number,
): Promise<readonly string[]> {
  if (format === 'exact') return found.map(jsonOf);
  const presented: string[] = [];
  let size = 0;
  for await (const json of presentations(found, { format, languages }, definitionsOf)) {
    size += Buffer.byteLength(json);
    if (presented.length > 0 && size > maximumInBytes) break;
    presented.push(json);
  }
  return presented;
}

async function* presentations(
  found: readonly FoundStatement[],
  { format, languages }: Presentation & { readonly format: 'canonical' | 'ids' },
  definitionsOf: DefinitionStore['of'],
): AsyncGenerator<string> {
  for (let done = 0; done < found.length;) {
    const { found: some } = firstThatFit(found.slice(done), [], parsedMaximumInBytes);
    done += some.length;
    const statements = some.map((one) => JSON.parse(jsonOf(one)) as Statement);
    for (const group of format === 'canonical' ? groupsOf(statements) : [statements]) {
      const known = format === 'canonical' ? await definitionsOf(activityIdsIn(group)) : new Map();
      for (const statement of group) {
        yield JSON.stringify(formatStatement(statement, format, languages, known));
      }
    }
  }
}

/** One after the other, by how many activities they name. */
function groupsOf(statements: readonly Statement[]): readonly (readonly Statement[])[] {
  const groups: Statement[][] = [];
  let left = 0;
  for (const statement of statements) {
    const count = activitiesIn(statement).length;
    if (count > left || groups.length === 0) {
      groups.push([]);
      left = definitionsMaximum;
    }
    groups.at(-1)!.push(statement);
    left -= count;
  }
  return groups;
}

function activityIdsIn(statements: readonly Statement[]): string[] {
  const ids = statements.flatMap((statement) => activitiesIn(statement).map(({ id }) => id));
  return [...new Set(ids)];
}

/** JSON alone. */
export function plainAnswer(json: string): StatementsAnswer {
  return { contentType: 'application/json', body: Buffer.from(json) };
}

/** JSON, and after it what is attached and was stored here, each content once (Communication 1.5.2). */
export async function answerWithAttachments(
  database: Database,
  json: string,
  attached: readonly StoredAttachment[],
): Promise<StatementsAnswer> {
  const contents = await contentsOf(database, attached);
  const attachments = new Map(attached.map(({ sha2, attachment }) => [sha2, attachment]));
  const parts = [...attachments].flatMap(([sha2, attachment]) => {
    const content = contents.get(sha2);
    return content ? [{ headers: headersOf(attachment, sha2), content }] : [];
  });
  const first = {
    headers: new Map([['Content-Type', 'application/json']]),
    content: Buffer.from(json),
  };
  return writeParts([first, ...parts]);
}

function headersOf({ contentType }: Attachment, sha2: string): ReadonlyMap<string, string> {
  return new Map([
    // Nothing of it may begin another header.
    ['Content-Type', contentType.replaceAll(/[^\x20-\x7e]/g, '')],
    ['Content-Transfer-Encoding', 'binary'],
    ['X-Experience-API-Hash', sha2],
  ]);
}
