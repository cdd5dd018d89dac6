import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ports } from './addresses.ts';
import { StartProblem, systemErrorCode } from './problem.ts';
import { isAlive } from './processes/alive.ts';

/** `localhost` is both of these; a server that holds either is in the way. */
const loopbackAddresses = ['127.0.0.1', '::1'];

const retryIntervalInMilliseconds = 50;

const settings = {
  shell: '--port or LECTERN_PORT',
  identityProvider: '--identity-provider-port or LECTERN_IDENTITY_PROVIDER_PORT',
  content: '--content-port or LECTERN_CONTENT_PORT',
  files: '--files-port or LECTERN_FILES_PORT',
  authority: '--authority-port or LECTERN_AUTHORITY_PORT',
};

/**
 * Makes sure that nobody listens on the ports.
 *
 * @param graceInMilliseconds how long to wait for a taken port to become free
 * @param address on which the platform listens beside the loopback addresses
 * @throws {StartProblem} naming the port and what changes it
 */
export async function requireFreePorts(
  ports: Readonly<Partial<Record<keyof typeof settings, number>>>,
  graceInMilliseconds: number,
  address?: string,
): Promise<void> {
  const addresses = [...loopbackAddresses, ...(address ? [address] : [])];
  const deadline = performance.now() + graceInMilliseconds;
  for (const [name, setting] of Object.entries(settings)) {
    const port = ports[name as keyof typeof settings];
    if (port === undefined) continue;
    let refusal = await refusalOf(port, addresses);
    while (refusal === 'EADDRINUSE' && performance.now() < deadline) {
      await delay(retryIntervalInMilliseconds);
      refusal = await refusalOf(port, addresses);
    }
    if (refusal === 'EADDRINUSE') {
      throw new StartProblem(
        `Port ${port} is taken by another program. Stop that program, or choose another port with ${setting}.`,
      );
    }
    if (refusal) {
      throw new StartProblem(
        `Port ${port} cannot be used (${refusal}). Choose another one with ${setting}.`,
      );
    }
  }
}

/**
 * Above the ports of well-known programs, and below those that systems give to outgoing connections
 * (Linux from 32768, RFC 6335 from 49152): of these, one that is free now may be taken a moment later,
 * before the platform listens or while one of its parts is stopped.
 */
const foundPorts = { from: 20_000, below: 32_768 };

/** A file for each port that a living process has found, and may not listen on yet. */
const claimsFolder = join(tmpdir(), `lectern-ports-${process.getuid?.()}`);

/**
 * Ports that are free now, for a platform that nobody has to find by hand. No two processes find the same
 * ones, however long it takes until something listens there.
 */
export async function findFreePorts(): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < 4) {
    const port = randomInt(foundPorts.from, foundPorts.below);
    if ((await refusalOf(port)) === undefined && (await claim(port))) ports.add(port);
  }
  const [shell, identityProvider, content, files] = [...ports] as [number, number, number, number];
  return { shell, identityProvider, content, files };
}

const claimed: string[] = [];

function giveUpClaims(): void {
  for (const file of claimed) rmSync(file, { force: true });
}

/** @returns whether this process has it now, until it ends; a port of one that has ended is free again. */
async function claim(port: number): Promise<boolean> {
  const file = join(claimsFolder, String(port));
  await mkdir(claimsFolder, { recursive: true });
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    if (claimed.push(file) === 1) process.once('exit', giveUpClaims);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    // Another port is found sooner than out who else takes this one over.
    if (!owner || !isAlive(owner)) await rm(file, { force: true });
    return false;
  }
}

/** System error code with which listening fails on one of the addresses, if it does. */
async function refusalOf(
  port: number,
  addresses: readonly string[] = loopbackAddresses,
): Promise<string | undefined> {
  for (const address of addresses) {
    const refusal = await tryListening(port, address);
    // A machine without IPv6 has no ::1, and nobody listens there.
    if (refusal && refusal !== 'EADDRNOTAVAIL' && refusal !== 'EAFNOSUPPORT') return refusal;
  }
  return undefined;
}

function tryListening(port: number, address: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = systemErrorCode(error);
      if (code) resolve(code);
      else reject(error);
    });
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}
