import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

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

const entry = fileURLToPath(new URL('./server.ts', import.meta.url));

export async function startServices(databaseUrl: string): Promise<RecordServices> {
  const { process, told } = await start('lectern', databaseUrl);
  const { port, issuer } = told as { port: number; issuer: string };
  return {
    port,
    issuer,
    async signIn(usernames) {
      process.send(`sign-in ${usernames.join(' ')}`);
      const [sessions] = (await once(process, 'message')) as [Session[]];
      return sessions;
    },
    stop: () => process.disconnect(),
  };
}

export async function startBare(kind: BareKind, databaseUrl: string): Promise<RecordServer> {
  const { process, told } = await start(kind, databaseUrl);
  const { port } = told as { port: number };
  return { port, stop: () => process.disconnect() };
}

/** `told`: the first thing that the process says. */
async function start(kind: string, databaseUrl: string) {
  const process = fork(entry, [kind, databaseUrl]);
  const [told] = await Promise.race([
    once(process, 'message'),
    once(process, 'exit').then(() => {
      throw new Error(`The server ${kind} did not start.`);
    }),
  ]);
  return { process, told: told as unknown };
}
