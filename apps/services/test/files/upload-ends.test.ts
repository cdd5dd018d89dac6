import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSubjectDirectory } from '../../src/authorization/subject-directory.ts';
import { endedBy } from '../../src/authorization/sign-out.ts';
import { filesSubjectData } from '../../src/files/subject-data.ts';
import { endUploadsOf } from '../../src/files/upload-ends.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { startLogoutRelay } from '../logout-relay.ts';
import { makeBeforeEach, startBeforeAll, startTestPlatform } from '../platform.ts';
import { testFiles } from './file-options.ts';
import { codeIn, publicationFile, send, sha256 } from './file-world.ts';

/* An announcement ends with its sign-in: the address of an upload needs no token. */

/** One device of somebody, another one of the same, and somebody else's. */
let devices: { readonly mia: SignedIn; readonly elsewhere: SignedIn; readonly ben: SignedIn };
let files = 0;

const bytes = 'poster';
const bytesFor = new Map<string, string>();

const relay = startBeforeAll(startLogoutRelay);
const platform = startBeforeAll(() =>
  startTestPlatform({ files: testFiles() }, { shellOrigin: relay.origin }),
);
beforeAll(async () => {
  relay.passOnTo(platform.url);
});

const groups = new Map<string, string>();
async function groupOf(subject: string): Promise<string> {
  const group_id = groups.get(subject) ?? `class-of-${subject}`;
  if (!groups.has(subject)) await joinNewGroup(platform.database, subject, group_id);
  groups.set(subject, group_id);
  return group_id;
}

async function exchanged(who: SignedIn, file_reference = `poster-${files++}`): Promise<string> {
  const { file_config_exchanges } = await platform.as('atma', who).fileConfigExchangeSaveV2({
    body: {
      subject: who.subject,
      file_config_exchange_dtos: [
        {
          dto_id: 'file',
          group_id: await groupOf(who.subject),
          file_reference,
          asset_stage: 'ASSET_STAGE_PROD',
          asset_type: 'ASSET_TYPE_ASSET_EXCHANGE',
          file_name: 'Poster.bin',
          media_type: 'application/octet-stream',
          size_in_bytes: bytes.length,
          version: 1,
          content_hash: sha256(bytes),
        } as never,
      ],
    },
  });
  return file_config_exchanges[0]!.upload!.address;
}

async function published(who: SignedIn): Promise<string> {
  await platform.database
    .insertInto('aua.user_roles')
    .values({ subject: who.subject, role: 'publisher' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await platform.database
    .insertInto('aua.users')
    .values({ subject: who.subject, mandant_groups: ['LECTERN'] })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ mandant_groups: ['LECTERN'] }),
    )
    .execute();
  // Known bytes of a publisher do not come again.
  const own = `poster-${files++}`;
  const { file_configs } = await platform.as('atma', who).fileConfigSaveV2({
    body: { file_config_dtos: [publicationFile(own)] },
  });
  const { address } = file_configs[0]!.upload!;
  bytesFor.set(address, own);
  return address;
}

const ends: readonly [string, (who: SignedIn) => Promise<unknown>][] = [
  [
    'by the call of the shell',
    async (who) => platform.as('lars', who).cmi5SignOut({ body: { subject: who.subject } }),
  ],
  [
    'by the provider',
    async (who) => {
      const before = relay.answers.length;
      await platform.identityProvider.signOut(who);
      await expect.poll(() => relay.answers.slice(before)).toEqual([200]);
    },
  ],
];

beforeEach(async () => {
  const { identityProvider } = platform;
  devices = {
    mia: await identityProvider.signIn('mia'),
    elsewhere: await identityProvider.signIn('mia'),
    ben: await identityProvider.signIn('ben'),
  };
  // Until a test makes publishers of them.
  const subjects = [devices.mia.subject, devices.ben.subject];
  await platform.database.deleteFrom('aua.user_roles').where('subject', 'in', subjects).execute();
});

describe.each([
  ['a file of a group', exchanged],
  ['a file of a publication', published],
] as const)('row 84: the address to upload %s', (_what, announce) => {
  const addresses = makeBeforeEach(async () => ({
    mia: await announce(devices.mia),
    elsewhere: await announce(devices.elsewhere),
    ben: await announce(devices.ben),
  }));
  const sent = async (who: keyof typeof devices) => {
    const answer = await send(addresses[who], bytesFor.get(addresses[who]) ?? bytes);
    return answer.ok ? answer.status : codeIn(answer);
  };

  test.each(ends)('ends with its sign-in, %s', async (_title, signOut) => {
    await signOut(devices.mia);
    expect([await sent('mia'), await sent('elsewhere'), await sent('ben')]).toEqual([
      'UPLOAD_UNKNOWN',
      201,
      201,
    ]);
  });

  test('ends with all sign-ins of its user where the provider names none', async () => {
    const { issuer } = platform.identityProvider.servicesClient;
    const directory = createSubjectDirectory(platform.database, issuer);
    const ended = await endedBy(directory, { issuer, sub: devices.mia.subject });
    await endUploadsOf(platform.database, ended);
    expect([await sent('mia'), await sent('elsewhere'), await sent('ben')]).toEqual([
      'UPLOAD_UNKNOWN',
      'UPLOAD_UNKNOWN',
      201,
    ]);
  });

  test('ends when its subject is erased, also under the name that it was linked from', async () => {
    const { database } = platform;
    await database.transaction().execute(async (transaction) => {
      await filesSubjectData.move(transaction, devices.mia.subject, 'mia-later');
      await filesSubjectData.erase(transaction, 'mia-later');
    });
    expect([await sent('mia'), await sent('ben')]).toEqual(['UPLOAD_UNKNOWN', 201]);
  });
});

test('row 84: what is announced again opens by the new address alone', async () => {
  const before = await exchanged(devices.mia, 'again');
  await platform.as('lars', devices.mia).cmi5SignOut({ body: { subject: devices.mia.subject } });
  const now = await exchanged(devices.elsewhere, 'again');
  expect(await codeIn(await send(before, bytes))).toBe('UPLOAD_UNKNOWN');
  expect((await send(now, bytes)).status).toBe(201);
});

test('row 109: where a colleague has announced the same file since, the answer says so', async () => {
  for (const who of [devices.mia, devices.ben]) await published(who);
  const file = publicationFile('poster of two');
  const announce = async (who: SignedIn) => {
    const { file_configs } = await platform.as('atma', who).fileConfigSaveV2({
      body: { file_config_dtos: [file] },
    });
    return file_configs[0]!.upload!.address;
  };
  const before = await announce(devices.mia);
  const now = await announce(devices.ben);
  const refused = await send(before, 'poster of two');
  expect([refused.status, await codeIn(refused)]).toEqual([403, 'UPLOAD_ANNOUNCED_BY_ANOTHER']);
  expect((await send(now, 'poster of two')).status).toBe(201);
});
