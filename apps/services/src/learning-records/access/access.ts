import type { Redefining } from '../store/definitions.ts';
import type { GivenStatement, Keeper, Kept } from '../store/records.ts';
import type { ReadMembers } from './read-members.ts';

/** An agent that is known by its account (xAPI 1.0.3, Data 2.4.2.4). */
export interface AccountAgent {
  readonly objectType: 'Agent';
  readonly name?: string;
  readonly account: { readonly homePage: string; readonly name: string };
}

/** Data of one agent. `person`: names and accounts (Communication 2.4). */
export type AgentData = 'person' | 'profile' | 'state';

/** Names a document by what its resource knows it by; without its own id all that there are. */
export type DocumentName =
  | {
      readonly kind: 'state';
      readonly activityId: string;
      readonly registration: string | undefined;
      readonly stateId: string | undefined;
    }
  | { readonly kind: 'agent-profile'; readonly profileId: string | undefined }
  | { readonly kind: 'activity-profile'; readonly activityId: string };

/** Limits a session of cmi5 to its own data. */
export interface SessionAccess {
  /** Only its statements can be read. */
  readonly registration: string;
  /** Where a link of the learner leads: what is of the session stays under its own subject until it moves. */
  readonly linkedTo: string;
  mayUse(document: DocumentName, intent: 'read' | 'write'): boolean;
  /** Keeps statements if the rules of a session allow all of them. @throws {CallError} */
  keep(given: readonly GivenStatement[], keeper: Keeper): Promise<Kept>;
}

/** Rights of a caller in the record store. An agent is named by its `agentKey`, links resolved. */
export interface Access {
  /** Authority of the statements that it stores (xAPI 1.0.3, Data 2.4.9). */
  readonly authority: AccountAgent;
  /** The person who calls, and writes as nobody else; absent: an API key, which writes as anybody. */
  readonly subject: string | undefined;
  readonly mayWriteStatements: boolean;
  /** Of which activities statements may change what is known, and not only tell it first. */
  readonly mayRedefine: Redefining;
  /**
   * `mine`: those with its authority. `own`: those whose actor it is, and what it reads of
   * {@link Access.members}.
   */
  readonly statementsReadable: 'none' | 'mine' | 'own' | 'all';
  /** Of these ids, those of activities whose definitions it may see. */
  seenActivities(ids: readonly string[]): Promise<readonly string[]>;
  /** Profiles of activities, which are about nobody. */
  readonly mayReadActivityProfiles: boolean;
  mayWriteActivityProfile(activityId: string): Promise<boolean>;
  /**
   * Reading what is another person's leaves a trace: in the audit log where it takes a permission, else
   * with the person.
   *
   * @param activityId Of a state.
   */
  mayRead(data: AgentData, agentKey: string, activityId?: string): Promise<boolean>;
  /**
   * Since when a state must have been stored to be read; `undefined`: whenever it was. Absent: of nobody is
   * it looked at.
   */
  statesSince?(agentKey: string, activityId: string): Promise<string | undefined>;
  mayWrite(data: AgentData, agentKey: string): boolean;
  /** The members of the groups that the person who calls leads; nobody for an API key. */
  members(): Promise<ReadMembers>;
  /** Leaves a trace of reading what is of members with each of them. */
  recordLooks(subjects: readonly string[]): Promise<void>;
  /** May remove statements that others have had kept aside. */
  readonly mayRemoveOthers: boolean;
  /** Leaves a trace of reading what is of several other persons, where it takes a permission. */
  recordReadingAll(): Promise<void>;
  /** Absent: the caller is no session of cmi5. */
  readonly session?: SessionAccess;
}
