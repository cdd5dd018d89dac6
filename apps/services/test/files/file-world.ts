import { createHash, randomUUID } from 'node:crypto';
import { getPriority } from 'node:os';
import type { BuiltInRole, Contract, ServiceCode } from '@lectern/contracts';
import type { Client } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import { ensureGroup, type Database, type PlatformOptions } from '../../src/index.ts';
import { startPeopledPlatform } from '../peopled-platform.ts';
import { quickJobs, type TestPlatform } from '../platform.ts';
import { testFiles } from './file-options.ts';
import { insertRows } from '../rows.ts';

/** Somebody of a test. */
export interface Person extends SignedIn {
  as<Service extends ServiceCode>(service: Service): Client<Contract[Service]>;
}

/** The services with people, licences and groups for files. */
export interface FileWorld {
  readonly platform: TestPlatform;
  readonly database: Database;
  newPerson(role?: BuiltInRole): Promise<Person>;
  /** A group of the first one, who leads it, and the others. */
  newGroup(leader: Person, ...members: Person[]): Promise<string>;
  /** A licence of somebody for {@link product}, on a device that it has. */
  license(owner: Person, change?: Partial<LicenseChange>): Promise<NamedLicense>;
  close(): Promise<void>;
}

interface LicenseChange {
  readonly license_strategy: string;
  /** Group whose members it entitles, with the strategy for groups. */
  readonly group_id: string;
  readonly product_reference: string;
  readonly mandant_identifier: string;
  readonly seats: number;
  readonly valid_from: Date;
  readonly valid_until: Date;
}

/** A licence as requests for files name it. */
export interface NamedLicense {
  readonly license_code: string;
  readonly product_reference: string;
  readonly device_identifier: string;
}

export const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser-entdecken' };

export async function startFileWorld(
  files: Partial<NonNullable<PlatformOptions['files']>> = {},
  limits: NonNullable<PlatformOptions['limits']> = {},
): Promise<FileWorld> {
  const { platform, newPerson, close } = await startPeopledPlatform({
    files: {
      ...testFiles(),
      ...files,
      // At the lowest one a conversion waits for all tests beside it.
      ...(files.video && { video: { priority: getPriority(), ...files.video } }),
    },
    limits,
    jobs: quickJobs,
  });
  const { database } = platform;
  return {
    platform,
    database,
    async newPerson(role) {
      const who = await newPerson(role);
      return { ...who, as: (service) => platform.as(service, who) };
    },
    async newGroup(leader, ...members) {
      const group_id = `class-${randomUUID()}`;
      await ensureGroup(database, {
        group_id,
        provider_id: 'BEOOK_1',
        name: 'Klasse',
        members: [
          { subject: leader.subject, group_role: 'leader' },
          ...members.map(({ subject }) => ({ subject, group_role: 'member' as const })),
        ],
      });
      return group_id;
    },
    async license({ subject }, { valid_until, seats, group_id, ...of } = {}) {
      const license_code = `L-${randomUUID()}`;
      const device_identifier = 'device-1';
      await insertRows(database, 'lima.licenses', {
        subject,
        license_code,
        license_strategy: 'LICENSE_STRATEGY_USER',
        ...product,
        ...of,
        group_id: group_id ?? null,
        seats: seats ?? null,
        valid_until: valid_until ?? null,
      });
      if (group_id !== undefined) {
        await insertRows(database, 'lima.group_licenses', { group_id, license_code, subject });
      }
      await database
        .insertInto('lima.devices')
        .values({ subject, device_identifier })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { product_reference } = { ...product, ...of };
      return { license_code, product_reference, device_identifier };
    },
    close,
  };
}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A file of a publication, as the second version of the calls announces it. */
export function publicationFile(bytes: Buffer | string, change: object = {}) {
  return {
    dto_id: 'file',
    mandant_identifier: product.mandant_identifier,
    file_reference: `wasser-2026/${randomUUID()}`,
    asset_stage: 'ASSET_STAGE_PROD' as const,
    asset_type: 'ASSET_TYPE_PROS' as const,
    file_name: 'Wasser.bin',
    media_type: 'application/octet-stream',
    size_in_bytes: Buffer.byteLength(bytes),
    product_references: [product.product_reference],
    is_public: false,
    distribution_channel: 'UNDEFINED' as const,
    version: 1,
    content_hash: sha256(bytes),
    ...change,
  };
}

export type PublicationFile = ReturnType<typeof publicationFile>;

/** Which file it is. */
export function keyOf({
  dto_id,
  mandant_identifier,
  file_reference,
  asset_stage,
  asset_type,
}: PublicationFile) {
  return { dto_id, mandant_identifier, file_reference, asset_stage, asset_type };
}

/** An announcement in the first version of the calls. */
export function withoutVersion(file: PublicationFile) {
  const { version: _version, content_hash: _hash, ...first } = file;
  return first;
}

/** Sends bytes to where they go. */
export function send(
  address: string,
  body: string | Buffer | ReadableStream,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const init = {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
    body,
  };
  return fetch(address, body instanceof ReadableStream ? { ...init, duplex: 'half' } : init);
}

/** Announces a file and sends its bytes. */
export async function publish(
  who: Person,
  bytes: Buffer | string,
  change: object = {},
): Promise<PublicationFile> {
  const file = publicationFile(bytes, change);
  const { file_configs } = await who.as('atma').fileConfigSaveV2({
    body: { file_config_dtos: [file] },
  });
  const [{ upload } = {}] = file_configs;
  if (upload) {
    const answer = await send(upload.address, Buffer.from(bytes), {
      'Content-Type': file.media_type,
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
  return file;
}

/** The request for a file. */
export function accessTo(
  file: Pick<PublicationFile, 'file_reference'>,
  who: Person,
  change: object = {},
) {
  return {
    file_access_dtos: [
      {
        dto_id: 'file',
        file_reference: file.file_reference,
        version: 0,
        asset_stage: 'ASSET_STAGE_PROD' as const,
        asset_type: 'ASSET_TYPE_PROS' as const,
        subject: who.subject,
        device_identifier: 'device-1',
        ...change,
      },
    ],
  };
}

/** The code of an answer of the origin of the files. */
export async function codeIn(answer: Response): Promise<string | undefined> {
  const { result_messages } = (await answer.json()) as { result_messages?: { code: string }[] };
  return result_messages?.[0]?.code;
}
