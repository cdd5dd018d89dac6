import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeRunFolder } from '@lectern/env';
import {
  changeSigningKey,
  fillDatabase,
  pluginName,
  type GlewlwydContents,
} from './glewlwyd-database.ts';

export interface GlewlwydOptions extends Omit<GlewlwydContents, 'issuer'> {
  /** Where it is unpacked (`dev/install/glewlwyd.mjs`). */
  readonly folder: string;
  readonly port: number;
}

/** glewlwyd 2.7, an identity provider of other authors than the embedded one's. */
export interface Glewlwyd extends AsyncDisposable {
  readonly issuer: string;
  stop(): Promise<void>;
  /** Starts it again, with another signing key alone. */
  startWithNewKey(): Promise<void>;
}

const pollIntervalInMs = 10;
const startLimitInMs = 20_000;

/** Starts it on a database that has all that its pages for administrators would set. */
export async function startGlewlwyd(options: GlewlwydOptions): Promise<Glewlwyd> {
  await using undo = new AsyncDisposableStack();
  const { path: dataFolder } = undo.use(await makeRunFolder('glewlwyd'));
  const origin = `http://localhost:${options.port}`;
  const issuer = `${origin}/api/${pluginName}`;
  const databaseFile = join(dataFolder, 'glewlwyd.sqlite');
  const schema = readFileSync(join(options.folder, schemaPath), 'utf8');
  fillDatabase(databaseFile, schema, { ...options, issuer });
  const settings = join(dataFolder, 'glewlwyd.conf');
  writeFileSync(settings, settingsOf(options, origin, databaseFile));

  let end = async () => {};
  const start = async () => {
    end = await run(options.folder, settings, join(dataFolder, 'glewlwyd.log'), issuer);
  };
  undo.defer(() => end());
  await start();
  const made = undo.move();
  return {
    issuer,
    stop: () => end(),
    startWithNewKey() {
      changeSigningKey(databaseFile);
      return start();
    },
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}

const schemaPath = 'usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';

/** @returns what ends it. */
async function run(
  folder: string,
  settings: string,
  logFile: string,
  issuer: string,
): Promise<() => Promise<void>> {
  const log = openSync(logFile, 'a');
  const child = spawn(join(folder, 'usr/bin/glewlwyd'), [`--config-file=${settings}`], {
    env: { LD_LIBRARY_PATH: globSync(join(folder, 'usr/lib/*-linux-gnu')).join(':') },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const endAtExit = () => void child.kill('SIGKILL');
  process.once('exit', endAtExit);
  const ended = once(child, 'exit').finally(() => process.off('exit', endAtExit));
  const deadline = Date.now() + startLimitInMs;
  while (!(await answers(`${issuer}/.well-known/openid-configuration`))) {
    if (child.exitCode === null && Date.now() < deadline) await delay(pollIntervalInMs);
    else throw new Error(`glewlwyd does not start:\n${readFileSync(logFile, 'utf8')}`);
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

function settingsOf({ folder, port }: GlewlwydOptions, origin: string, database: string): string {
  const modules = join(folder, 'usr/lib/glewlwyd');
  const types = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
  };
  const typeList = Object.entries(types).map(
    ([extension, type]) => `{ extension = ".${extension}" mime_type = "${type}" }`,
  );
  return `
    port = ${port}
    external_url = "${origin}"
    login_url = "login.html"
    api_prefix = "api"
    static_files_path = "${folder}/usr/share/glewlwyd/webapp"
    static_files_mime_types = (${typeList.join(', ')})
    allow_origin = "*"
    log_mode = "console"
    log_level = "INFO"
    cookie_secure = false
    user_module_path = "${modules}/user"
    client_module_path = "${modules}/client"
    user_auth_scheme_module_path = "${modules}/scheme"
    plugin_module_path = "${modules}/plugin"
    hash_algorithm = "SHA512"
    database = { type = "sqlite3" path = "${database}" }
  `;
}
