import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestDatabase } from '@lectern/env/testing';
import { inject, onTestFinished } from 'vitest';
import { runCommand } from '../../src/commands/run.ts';
import { openDatabase } from '../../src/index.ts';
import { ensureBuiltInRoles } from '../../src/users/built-in-roles.ts';

/** Result of a command. */
export interface Outcome {
  readonly code: number;
  /** On the standard output. */
  readonly output: string;
  /** On the standard error. */
  readonly notes: string;
}

export type CommandTest = Awaited<ReturnType<typeof prepareCommands>>;

/** The same as {@link startCommands}, for one test. */
export async function prepareCommands() {
  const commands = await startCommands();
  onTestFinished(() => commands.close());
  return commands;
}

/** A database of its own with the tables of the services, and a folder for files. */
export async function startCommands() {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const database = openDatabase(databaseUrl);
  await ensureBuiltInRoles(database);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-commands-'));

  return {
    database,
    databaseUrl,
    folder,
    /** Writes files, by name, and gives the path of the last one. */
    async write(files: Readonly<Record<string, string | Uint8Array>>) {
      let path = folder;
      for (const [name, content] of Object.entries(files)) {
        path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
      }
      return path;
    },
    /** Runs `lectern` with these arguments on the database. */
    run: (...args: string[]) => runIn({ DATABASE_URL: databaseUrl }, ...args),
    async close() {
      await database.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `lectern` in an environment. */
export function runIn(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Outcome> {
  return runAsking('', environment, ...args);
}

/** Runs `lectern` in an environment, where somebody types a secret. */
export async function runAsking(
  typed: string,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Outcome> {
  let output = '';
  let notes = '';
  const code = await runCommand(args, {
    environment,
    ask: async () => typed,
    write: async (text) => {
      output += text;
    },
    note: (text) => {
      notes += text;
    },
  });
  return { code, output, notes };
}
