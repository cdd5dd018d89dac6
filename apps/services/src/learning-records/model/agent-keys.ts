import type { Actor, Statement } from '@lectern/contracts/xapi';
import { LRUCache } from 'lru-cache';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import { isSubject, type AgentKey } from './agent-key.ts';
import { termsOf } from './terms.ts';

/** How many subjects are remembered with where a link leads, and how long a new link may stay unseen. */
const resolvedMaximum = 20_000;
const resolvedInMs = 30_000;

/** What agents are kept under, with links followed: users of the platform under their subject now. */
export class AgentKeys {
  readonly #directory: Pick<SubjectDirectory, 'resolveAll'>;
  readonly #named: AgentKey;
  readonly #resolved = new LRUCache<string, string>({ max: resolvedMaximum, ttl: resolvedInMs });

  constructor(directory: Pick<SubjectDirectory, 'resolveAll'>, named: AgentKey) {
    this.#directory = directory;
    this.#named = named;
  }

  /** The key of one agent; `undefined` for an anonymous group. */
  async keyOf(agent: Actor): Promise<string | undefined> {
    return (await this.#keysOf([agent]))(agent);
  }

  /** The keys of all who stand in some statements. */
  keysOf(statements: readonly Statement[]): Promise<AgentKey> {
    const agents: Actor[] = [];
    for (const statement of statements) termsOf(statement, (agent) => void agents.push(agent));
    return this.#keysOf(agents);
  }

  async #keysOf(agents: readonly Actor[]): Promise<AgentKey> {
    const named = new Set(agents.map(this.#named));
    const unknown: string[] = [];
    const resolved = new Map<string, string>();
    for (const key of named) {
      if (key === undefined || !isSubject(key)) continue;
      const known = this.#resolved.get(key);
      if (known === undefined) unknown.push(key);
      else resolved.set(key, known);
    }
    if (unknown.length > 0) {
      const found = await this.#directory.resolveAll(unknown);
      for (const [place, key] of unknown.entries()) {
        resolved.set(key, found[place]!);
        this.#resolved.set(key, found[place]!);
      }
    }
    return (agent) => {
      const key = this.#named(agent);
      return key === undefined ? undefined : (resolved.get(key) ?? key);
    };
  }
}
