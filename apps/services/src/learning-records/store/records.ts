import type { Agent, Statement } from '@lectern/contracts/xapi';
import type { AgentKey, AgentKeys } from '../model/agent-keys.ts';
import type { XapiVersion } from '../model/check.ts';
import { sameStatement } from '../model/comparison.ts';
import { coursesOf } from '../model/statement-courses.ts';
import { erasing, renameAccounts } from '../model/rename.ts';
import { newStatementId } from '../model/statement-id.ts';
import { agentsIn, termsOf } from '../model/terms.ts';
import { refusal } from '../xapi/refusals.ts';
import { noActivity, type DefinitionStore, type Redefining } from './definitions.ts';
import { termOf } from './terms.ts';
import type { KnownStatement, NewAttachment, NewStatement, Writer } from './writer.ts';

/** A statement that somebody wants kept; it has been checked. */
export interface GivenStatement {
  readonly statement: Statement;
  /** The bytes that came along, by their SHA-2 hash in small letters. */
  readonly contents?: ReadonlyMap<string, Buffer> | undefined;
  /** `data/put`'s name for what it is about. */
  readonly dtoId?: string | undefined;
  /** The courses that its recorder is bound to; absent: to none. It counts in no other one, whatever it names. */
  readonly saidWithin?: readonly string[] | undefined;
  /** When another store kept it (ISO 8601); absent: now. */
  readonly stored?: string | undefined;
  /** Where it voids: only what is its own actor's, whomever its keeper lets it void. */
  readonly voidsOwn?: boolean | undefined;
}

/** Sender of statements. */
export interface Keeper {
  /** Authority of all statements; absent: as each names it. */
  readonly authority?: Agent | undefined;
  /** Authority of statements that name none. */
  readonly unnamedAuthority?: Agent | undefined;
  readonly version: XapiVersion;
  /** Of which activities what it says counts, also where something is known of them. */
  readonly mayRedefine: Redefining;
  /** Says what activities are also within a course: the platform does, by the structure of the course. */
  readonly definesWithin?: boolean | undefined;
  /** Owner of the statements, wherever a link of their actor leads; absent: the person that their actors are now. */
  readonly subject?: string | undefined;
  /** The API key that sends what is attached; absent: a person, its own. */
  readonly sentBy?: string | undefined;
  /** The registration for a course of cmi5 in whose room lies what is attached. */
  readonly keptFor?: string | undefined;
  /**
   * The person who calls: it voids what it has said itself, and what it tells of activities is erased with
   * it. Absent: a tool, which voids anybody's.
   */
  readonly person?: string | undefined;
  /** The owner of the caller's token: a user, from whom no link leads. Verified with the token, so not looked up again. */
  readonly tokenSubject?: string | undefined;
}

/** Result of one request. */
export type Kept =
  | { readonly ids: readonly string[]; readonly isNew: boolean; readonly conflicts?: never }
  /** The ids under which other statements are; nothing was stored. */
  | { readonly conflicts: readonly string[] };

/** Version of a statement that names none (xAPI 1.0.3, Data 2.4.10; IEEE 9274.1.1, 4.2.4.3). */
const unnamedVersion = { '1.0.3': '1.0.0', '2.0.0': '2.0.0' } as const;

/** The statements of the platform, written through either of its two interfaces. */
export class Records {
  readonly #writer: Writer;
  readonly #definitions: DefinitionStore;
  readonly #agents: AgentKeys;

  constructor(writer: Writer, definitions: DefinitionStore, agents: AgentKeys) {
    this.#writer = writer;
    this.#definitions = definitions;
    this.#agents = agents;
  }

  /**
   * Keeps all of them or none. One that is there already, as it is there, is as good as kept.
   *
   * @param session as of {@link Writer}: with them, and without any where all are there
   * @throws {CallError} SUBJECT_ERASED
   */
  async keep(asked: readonly GivenStatement[], keeper: Keeper, session?: string): Promise<Kept> {
    const given = await this.#withoutErased(asked, keeper.tokenSubject);
    const completed = given.map((one) => ({
      ...one,
      isNamed: one.statement.id !== undefined,
      statement: complete(one, keeper),
    }));
    const ids = completed.map(({ statement }) => statement.id);
    const agentKey = await this.#agents.keysOf(
      completed.map(({ statement }) => statement),
      keeper.tokenSubject,
    );
    let left = completed.map((one, place) => ({
      given: given[place]!,
      saidWithin: one.saidWithin,
      statement: one.statement,
      row: rowOf(one, agentKey, keeper),
    }));
    // Refused statements define nothing, repeated ones nothing new. Definitions are written before the answer: a
    // sender without an answer sends again.
    const learn = async (
      of: readonly Pick<GivenStatement, 'saidWithin' | 'statement'>[],
      mayRedefine: Redefining,
    ): Promise<void> => {
      const statements = of
        .filter(({ saidWithin }) => saidWithin === undefined || keeper.definesWithin)
        .map(({ statement }) => statement);
      await this.#definitions.learn(statements, { mayRedefine, person: keeper.person });
    };
    for (;;) {
      const rows = left.map(({ row }) => row);
      const known = await this.#writer.store(rows, newAttachments(left, keeper), session);
      if (known.length === 0) {
        await learn(left, keeper.mayRedefine);
        return { ids, isNew: true };
      }
      const knownById = new Map(known.map((one) => [one.id, one]));
      const conflicts = left
        .filter(({ given: one, row }) => isOther(knownById.get(row.id), one))
        .map(({ row }) => row.id);
      if (conflicts.length > 0) return { conflicts };
      // Somebody may have stored some of the others in between: then there is one more round.
      left = left.filter(({ row }) => !knownById.has(row.id));
      if (left.length > 0) continue;
      if (session !== undefined) await this.#writer.store([], [], session);
      await learn(completed, noActivity);
      return { ids, isNew: false };
    }
  }

  /** Statements of others call an erased person what an erasure calls it; its own are refused. */
  async #withoutErased(
    given: readonly GivenStatement[],
    user: string | undefined,
  ): Promise<readonly GivenStatement[]> {
    const agents = given.flatMap(({ statement }) => agentsIn(statement));
    const isErased = await this.#agents.erasedAmong(agents, user);
    if (!isErased) return given;
    if (given.some(({ statement }) => isErased(statement.actor))) throw refusal('SUBJECT_ERASED');
    const renaming = erasing(({ homePage, name }) =>
      isErased(homePage === undefined ? {} : { account: { homePage, name } }),
    );
    return given.map((one) => {
      const json = renameAccounts(JSON.stringify(one.statement), renaming);
      return { ...one, statement: JSON.parse(json) as Statement };
    });
  }
}

type Completed = GivenStatement & {
  readonly isNamed: boolean;
  readonly statement: Statement & { id: string };
};

/**
 * Adds the members that the store sets. Members come in one order, so that an exported statement is the same
 * elsewhere, byte by byte.
 */
function complete(given: GivenStatement, keeper: Keeper): Statement & { id: string } {
  const { stored: _, id, actor, verb, object, context, ...others } = given.statement;
  const { timestamp, version, authority, ...content } = others;
  const said = keeper.authority ?? authority ?? keeper.unnamedAuthority;
  return {
    id: id?.toLowerCase() ?? newStatementId(),
    actor,
    verb,
    object,
    ...content,
    ...(context && { context }),
    timestamp: timestamp ?? given.stored ?? new Date().toISOString(),
    version: version ?? unnamedVersion[keeper.version],
    ...(said && { authority: said }),
  };
}

function rowOf(
  { statement, isNamed, dtoId, stored, voidsOwn, saidWithin, contents }: Completed,
  agentKey: AgentKey,
  { person, subject = agentKey(statement.actor) }: Keeper,
): NewStatement {
  const found = termsOf(statement, agentKey);
  const { verb, activity, actor, agents, registration } = found;
  const terms = [
    ...found.relatedAgents.map((key) => termOf('related-agent', key)),
    ...found.relatedActivities.map((id) => termOf('related-activity', id)),
  ];
  // Agents other than the actor are found by terms alone, and so are all other filters then.
  if (agents.some((agent) => agent !== actor)) {
    terms.push(...agents.map((agent) => termOf('agent', agent)), termOf('verb', verb));
    if (activity !== undefined) terms.push(termOf('activity', activity));
    if (registration !== undefined) terms.push(termOf('registration', registration));
  }
  return {
    id: statement.id,
    isNamed,
    subject: subject ?? `,${statement.id}`,
    stored,
    verb: termOf('verb', verb),
    activity: activity === undefined ? undefined : termOf('activity', activity),
    registration,
    authority: authorityOf(statement, agentKey),
    terms: [...new Set(terms)],
    courses: coursesOf(statement, saidWithin).map((course) => termOf('course', course)),
    saidWithin,
    attached: [...(contents?.keys() ?? [])],
    refersTo: found.refersTo,
    voids:
      found.voids === undefined
        ? undefined
        : { id: found.voids, subject: voidsOwn ? actor : person },
    dtoId,
    json: JSON.stringify(statement),
  };
}

function authorityOf({ authority }: Statement, agentKey: AgentKey): string | undefined {
  const key = authority && agentKey(authority);
  return key === undefined ? undefined : termOf('authority', key);
}

/** Each content once for each person whose it is, however many statements have it. */
function newAttachments(
  left: readonly { readonly given: GivenStatement; readonly row: NewStatement }[],
  { sentBy, keptFor }: Keeper,
): readonly NewAttachment[] {
  const attachments = new Map<string, NewAttachment>();
  for (const { given, row } of left) {
    const { subject } = row;
    for (const [sha2, content] of given.contents ?? []) {
      attachments.set(`${sha2} ${subject}`, { subject, sha2, content, sentBy, keptFor });
    }
  }
  return [...attachments.values()];
}

function isOther(known: KnownStatement | undefined, given: GivenStatement): boolean {
  if (!known) return false;
  if (known.dtoId !== (given.dtoId ?? null) && given.dtoId !== undefined) return true;
  return !sameStatement(JSON.parse(known.json) as Statement, given.statement);
}
