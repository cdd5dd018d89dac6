import { hash } from 'node:crypto';
import { spellingsOf } from '@lectern/contracts/calls/issuer';
import type { Actor, Statement } from '@lectern/contracts/xapi';
import { LRUCache } from 'lru-cache';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import { identifierOf } from './identifier.ts';
import { agentsIn } from './terms.ts';

/** Key of an agent's data; `undefined` for an anonymous group. */
export type AgentKey = (agent: Actor) => string | undefined;

/** How many subjects are remembered with where a link leads, and how long a new link may stay unseen. */
const resolvedMaximum = 20_000;
const resolvedInMs = 30_000;

/** Enough of a hash that no two agents get the same one: 132 bits. */
const digestLength = 22;

/** A user of the platform, as an account names it. */
interface Person {
  /** Where a link leads. */
  readonly subject: string;
  /** Nothing may be stored of it. */
  readonly isErased: boolean;
}

/** Subjects that are asked about together. */
interface Gathered {
  readonly names: Set<string>;
  readonly persons: Promise<ReadonlyMap<string, Person>>;
}

/**
 * Under what agents are kept: users of the platform under their subject, all others under a comma, which
 * no subject contains, and a hash of their identifier.
 */
export class AgentKeys {
  readonly #directory: Pick<SubjectDirectory, 'erasedAmong' | 'nameOf' | 'resolveAll'>;
  /** The issuers of the platform's users, by every spelling. */
  readonly #issuers: ReadonlyMap<string, string>;
  #gathered: Gathered | undefined;
  #underWay: Promise<unknown> = Promise.resolve();
  readonly #known = new LRUCache<string, Person>({
    // A `max` would take the room of all of them from the beginning.
    maxSize: resolvedMaximum,
    sizeCalculation: () => 1,
    ttl: resolvedInMs,
  });

  /** @param issuers home pages of the platform's users: their accounts name subjects there */
  constructor(
    directory: Pick<SubjectDirectory, 'erasedAmong' | 'nameOf' | 'resolveAll'>,
    issuers: readonly string[],
  ) {
    this.#directory = directory;
    this.#issuers = new Map(
      issuers.flatMap((issuer) => spellingsOf(issuer).map((spelling) => [spelling, issuer])),
    );
  }

  async keyOf(agent: Actor): Promise<string | undefined> {
    return (await this.#keysOf([agent]))(agent);
  }

  /** The keys of all who stand in some statements. @param user as of {@link erasedAmong} */
  keysOf(statements: readonly Statement[], user?: string): Promise<AgentKey> {
    return this.#keysOf(statements.flatMap(agentsIn), user);
  }

  /**
   * Which of some agents are persons who were erased here and are no users since.
   *
   * @param user a subject that is one, and from which no link leads: it is not looked up
   * @returns `undefined` where none of them is
   */
  async erasedAmong(
    agents: readonly Pick<Actor, 'account'>[],
    user?: string,
  ): Promise<((agent: Pick<Actor, 'account'>) => boolean) | undefined> {
    const persons = await this.#personsOf(agents, user);
    if (![...persons.values()].some(({ isErased }) => isErased)) return undefined;
    return (agent) => persons.get(this.#subjectOf(agent) ?? '')?.isErased === true;
  }

  async #personsOf(
    agents: readonly Pick<Actor, 'account'>[],
    user: string | undefined,
  ): Promise<ReadonlyMap<string, Person>> {
    const names = [...new Set(agents.map((agent) => this.#subjectOf(agent)))].filter(
      (name) => name !== undefined,
    );
    const persons = new Map<string, Person>();
    const unknown: string[] = [];
    for (const name of names) {
      const known = name === user ? { subject: name, isErased: false } : this.#known.get(name);
      if (known) persons.set(name, known);
      else unknown.push(name);
    }
    if (unknown.length === 0) return persons;
    const asked = await this.#ask(unknown);
    for (const name of unknown) persons.set(name, asked.get(name)!);
    return persons;
  }

  async #keysOf(agents: readonly Actor[], user?: string): Promise<AgentKey> {
    const persons = await this.#personsOf(agents, user);
    return (agent) => {
      const name = this.#subjectOf(agent);
      if (name !== undefined) return persons.get(name)?.subject ?? name;
      const identifier = identifierOf(agent);
      return identifier && `,${hash('sha256', identifier, 'base64url').slice(0, digestLength)}`;
    };
  }

  /** While one question is under way, those of all who come are gathered for the next one. */
  #ask(names: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const gathered = (this.#gathered ??= this.#gather());
    for (const name of names) gathered.names.add(name);
    return gathered.persons;
  }

  #gather(): Gathered {
    const names = new Set<string>();
    const persons = this.#underWay.then(async () => {
      this.#gathered = undefined;
      const asked = [...names];
      const subjects = await this.#directory.resolveAll(asked);
      const erased = await this.#directory.erasedAmong(subjects);
      const found = new Map(
        subjects.map((subject, place) => [
          asked[place]!,
          { subject, isErased: erased.has(subject) },
        ]),
      );
      // A person who was erased is a user again with the next sign-in, and stores at once.
      for (const [name, person] of found) if (!person.isErased) this.#known.set(name, person);
      return found;
    });
    this.#underWay = persons.catch(() => {});
    return { names, persons };
  }

  /** The subject of an account on the platform, before any link. */
  #subjectOf({ account }: Pick<Actor, 'account'>): string | undefined {
    const issuer = account && this.#issuers.get(account.homePage);
    return issuer && this.#directory.nameOf({ issuer, sub: account.name });
  }
}
