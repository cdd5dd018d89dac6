import { startProcess } from '../process.ts';

export const bareKinds = ['bare', 'bare with ids'] as const;
export type BareKind = (typeof bareKinds)[number];

/** A server in a process of its own. */
export interface RecordServer {
  readonly port: number;
  stop(): void;
}

/** The services, with the identity provider beside them. */
export interface RecordServices extends RecordServer {
  /** Home page of the accounts of people. */
  readonly issuer: string;
  /** Signs people of the demo platform in, who have the role of a pupil. */
  signIn(usernames: readonly string[]): Promise<readonly Session[]>;
}

export interface Session {
  readonly subject: string;
  readonly token: string;
}

export async function startServices(databaseUrl: string): Promise<RecordServices> {
  const server = await start<Pick<RecordServices, 'port' | 'issuer'>>('lectern', databaseUrl);
  return {
    ...server.said,
    signIn: async (usernames) =>
      (await server.ask(`sign-in ${usernames.join(' ')}`)) as readonly Session[],
    stop: server.stop,
  };
}

export async function startBare(kind: BareKind, databaseUrl: string): Promise<RecordServer> {
  const { said, stop } = await start<Pick<RecordServer, 'port'>>(kind, databaseUrl);
  return { ...said, stop };
}

const start = <Said>(kind: string, databaseUrl: string) =>
  startProcess<Said>(new URL('./server.ts', import.meta.url), [kind, databaseUrl]);
