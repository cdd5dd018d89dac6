import type { Database } from '../../storage/database.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import type { DefinitionStore } from '../store/definitions.ts';
import type { Records } from '../store/records.ts';

export interface ResourceDependencies {
  readonly database: Database;
  readonly agentKeys: AgentKeys;
  /** Home page of the accounts that persons are named by. */
  readonly issuer: string;
  readonly records: Records;
  readonly definitions: DefinitionStore;
}
