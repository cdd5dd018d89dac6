import { hash } from 'node:crypto';
import { subjectPattern } from '@lectern/contracts';
import type { Actor, Statement } from '@lectern/contracts/xapi';
import { LRUCache } from 'lru-cache';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import { identifierOf } from './identifier.ts';
import { agentsIn } from './terms.ts';

/** What an agent is kept under; `undefined` for an anonymous group. */
export type AgentKey = (agent: Actor) => string | undefined;

/** How many subjects are remembered with where a link leads, and how long a new link may stay unseen. */
const resolvedMaximum = 20_000;
const resolvedInMs = 30_000;

/** Enough of a hash that no two agents get the same one: 132 bits. */
const digestLength = 22;

/** Subjects that are asked about together. */
interface Gathered {
  readonly names: Set<string>;
  readonly resolved: Promise<ReadonlyMap<string, string>>;
}

/**
 * Under what agents are kept: users of the platform under their subject, all others under a comma, which
 * no subject contains, and a hash of their identifier.
 */
export class AgentKeys {
  readonly #directory: Pick<SubjectDirectory, 'nameOf' | 'resolveAll'>;
  readonly #issuers: ReadonlySet<string>;
  #gathered: Gathered | undefined;
  #underWay: Promise<unknown> = Promise.resolve();
  readonly #resolved = new LRUCache<string, string>({ max: resolvedMaximum, ttl: resolvedInMs });

  /** @param issuers home pages of the platform's users: their accounts name subjects there */
  constructor(
    directory: Pick<SubjectDirectory, 'nameOf' | 'resolveAll'>,
    issuers: readonly string[],
  ) {
    this.#directory = directory;
    this.#issuers = new Set(issuers);
  }

  /** The key of one agent. */
  async keyOf(agent: Actor): Promise<string | undefined> {
    return (await this.#keysOf([agent]))(agent);
  }

  /** The keys of all who stand in some statements. */
  keysOf(statements: readonly Statement[]): Promise<AgentKey> {
    return this.#keysOf(statements.flatMap(agentsIn));
  }

  async #keysOf(agents: readonly Actor[]): Promise<AgentKey> {
    const names = [...new Set(agents.map((agent) => this.#subjectOf(agent)))].filter(
      (name) => name !== undefined,
    );
    const subjects = new Map(names.map((name) => [name, this.#resolved.get(name)]));
    const unknown = names.filter((name) => subjects.get(name) === undefined);
    if (unknown.length > 0) {
      const resolved = await this.#resolve(unknown);
      for (const name of unknown) subjects.set(name, resolved.get(name));
    }
    return (agent) => {
      const name = this.#subjectOf(agent);
      if (name !== undefined) return subjects.get(name) ?? name;
      const identifier = identifierOf(agent);
      return identifier && `,${hash('sha256', identifier, 'base64url').slice(0, digestLength)}`;
    };
  }

  /** While one question is under way, those of all who come are gathered for the next one. */
  #resolve(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const gathered = (this.#gathered ??= this.#ask());
    for (const name of names) gathered.names.add(name);
    return gathered.resolved;
  }

  #ask(): Gathered {
    const names = new Set<string>();
    const resolved = this.#underWay.then(async () => {
      this.#gathered = undefined;
      const asked = [...names];
      const found = await this.#directory.resolveAll(asked);
      const subjects = new Map(asked.map((name, place) => [name, found[place]!]));
      for (const [name, subject] of subjects) this.#resolved.set(name, subject);
      return subjects;
    });
    this.#underWay = resolved.catch(() => {});
    return { names, resolved };
  }

  /** The subject of an account on the platform, before any link. */
  #subjectOf({ account }: Actor): string | undefined {
    if (!account || !this.#issuers.has(account.homePage)) return undefined;
    const subject = this.#directory.nameOf({ issuer: account.homePage, sub: account.name });
    // Nobody of another name can sign in, nor would it be told from a hash: no subject has a comma.
    return subjectPattern.test(subject) ? subject : undefined;
  }
}
