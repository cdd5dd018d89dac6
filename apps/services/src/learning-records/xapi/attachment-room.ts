import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Access } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import { keyFor } from './permitted-agent.ts';
import { refusal } from './refusals.ts';
import type { StatementBody } from './statement-body.ts';

const mebibyte = 1024 * 1024;

/** Most bytes of all attachments of a person. Sessions of cmi5 have a room for each registration. */
const roomInBytes = {
  person: 256 * mebibyte,
  registration: 64 * mebibyte,
  key: 16 * 1024 * mebibyte,
} as const;

/** Most bytes of one request, counted for each person: each has a copy of its own. */
const requestMaximumInBytes = 32 * mebibyte;

/** Contents by whose they are and what they are: each of these is stored. */
interface Attached {
  readonly subject: string;
  readonly sha2: string;
  readonly size: number;
}

/**
 * Beforehand, and not in the statement that stores: as much as a caller's requests at once bring can go
 * beyond it.
 *
 * @throws {CallError} ATTACHMENTS_TOO_LARGE where what is attached does not fit beside the caller's others
 */
export async function requireAttachmentRoom(
  access: Access,
  { database, agentKeys }: { readonly database: Database; readonly agentKeys: AgentKeys },
  body: StatementBody,
): Promise<void> {
  const attached = await attachedIn(access, body, agentKeys);
  if (attached.length === 0) return;
  const size = attached.reduce((sum, one) => sum + one.size, 0);
  if (size > requestMaximumInBytes) {
    throw refusal(
      'ATTACHMENTS_TOO_LARGE',
      'What is attached is kept for each person whose it is, and would take more than 32 MiB. Send it in several requests.',
    );
  }
  const { subject, session, authority } = access;
  const registration = session?.registration ?? null;
  const whose =
    subject === undefined
      ? sql`sent_by = ${authority.account.name}`
      : sql`subject = ${subject} and sent_by is null
          and kept_for is not distinct from ${registration}::uuid`;
  const { rows } = await sql<{ taken: string }>`
    select coalesce(sum(octet_length(content)), 0) as taken from lars.attachments
    where ${whose} and (subject, sha2) not in (
      select * from unnest(
        ${attached.map((one) => one.subject)}::text[], ${attached.map(({ sha2 }) => sha2)}::text[]
      )
    )
  `.execute(database);
  const whoseRoom = session ? 'registration' : subject === undefined ? 'key' : 'person';
  if (Number(rows[0]?.taken) + size > roomInBytes[whoseRoom]) {
    throw refusal('ATTACHMENTS_TOO_LARGE');
  }
}

async function attachedIn(
  access: Access,
  { statements }: StatementBody,
  agentKeys: AgentKeys,
): Promise<readonly Attached[]> {
  const attached = new Map<string, Attached>();
  for (const [place, { given }] of statements.entries()) {
    if (!given?.contents?.size) continue;
    // Each statement of an anonymous group keeps its own copy.
    const subject = (await keyFor(access, given.statement.actor, agentKeys)) ?? `,${place}`;
    for (const [sha2, content] of given.contents) {
      attached.set(`${sha2} ${subject}`, { subject, sha2, size: content.length });
    }
  }
  return [...attached.values()];
}
