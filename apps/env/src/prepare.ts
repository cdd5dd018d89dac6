import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectsIn } from '@lectern/services/folder-store';
import { addressesOf, type Addresses, type Ports } from './addresses.ts';
import { build, staleDigestOf, type Bundle } from './builds/bundle.ts';
import { productVersion } from './checkout.ts';
import { openDataFolder, type DataFolder } from './data-folder/data-folder.ts';
import { readOrCreateSecrets, type Secrets } from './data-folder/secrets.ts';
import { writeFileAtomically } from './data-folder/write-file.ts';
import { embeddedMajor } from './database/binaries.ts';
import { clusterIn } from './database/cluster.ts';
import { stopOrphan } from './database/orphan.ts';
import type { Launch } from './launch.ts';
import { listenAddressOf, portsToListenOn, type NetworkOptions } from './network.ts';
import { requireFreePorts } from './ports.ts';
import { shellConfiguration } from './shell-configuration.ts';

/** Counts up when an older starter could not use the data folder. */
const dataFormat = 1;

/** How long the processes of a killed starter may take to notice and free their ports. */
const portGraceAfterKillInMilliseconds = 5000;

/**
 * Takes the data folder for this start, and makes sure of the ports.
 *
 * @param requested absent: a temporary folder, removed at the end
 * @param network how other devices reach the platform; absent: they do not
 * @throws {StartProblem} see {@link openDataFolder} and {@link requireFreePorts}
 */
export async function takeFolderAndPorts(
  launch: Launch,
  requested: string | undefined,
  ports: Ports,
  reset: boolean,
  network?: NetworkOptions,
): Promise<DataFolder> {
  const path = requested ?? (await temporaryFolder(launch));
  const folder = await launch.step(`Data folder ${path}`, async () => {
    const opened = await openDataFolder(path, {
      version: { product: 'Lectern', format: dataFormat, postgresql: embeddedMajor },
      address: addressesOf(ports, { host: network?.host }).shell,
      acceptOtherVersion: reset,
    });
    launch.defer(() => opened.release());
    return opened;
  });
  const graceInMilliseconds = folder.lastHolderWasKilled ? portGraceAfterKillInMilliseconds : 0;
  const toListenOn = portsToListenOn(ports, network);
  await launch.step(`Ports ${Object.values(toListenOn).join(', ')}`, () =>
    requireFreePorts(toListenOn, graceInMilliseconds, network && listenAddressOf(network.host)),
  );
  if (reset) {
    await launch.step('Emptying the data folder', async () => {
      // A killed starter's database would go on writing into the folder.
      await stopOrphan(clusterIn(folder.database));
      await folder.empty();
    });
  }
  // A database that outlives a temporary folder may name files of other folders.
  if (requested === undefined) await mkdir(objectsIn(folder.files), { recursive: true });
  return folder;
}

/** Writes what the servers read at their start. */
export async function writeSettings(folder: DataFolder, addresses: Addresses): Promise<Secrets> {
  const secrets = await readOrCreateSecrets(folder.secrets);
  const configuration = shellConfiguration(addresses, await productVersion(), secrets);
  await writeFileAtomically(folder.configuration, JSON.stringify(configuration), 0o644);
  return secrets;
}

/**
 * Tells the commands where the embedded database is. An address of an earlier start goes where another
 * database is used now: it would be the wrong one.
 */
export async function writeDatabaseUrl(folder: DataFolder, url: string | undefined): Promise<void> {
  if (url) await writeFileAtomically(folder.databaseUrl, `${url}\n`, 0o600);
  else await rm(folder.databaseUrl, { force: true });
}

/** Makes the bundles whose sources have changed. */
export async function makeBundles(
  launch: Launch,
  bundles: readonly Bundle[],
  logs: string,
): Promise<void> {
  for (const bundle of bundles) {
    const digest = await staleDigestOf(bundle);
    if (!digest) continue;
    await launch.step(`Building the ${bundle.title}`, () =>
      build(bundle, digest, logs, launch.signal),
    );
  }
}

async function temporaryFolder(launch: Launch): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'));
  launch.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
