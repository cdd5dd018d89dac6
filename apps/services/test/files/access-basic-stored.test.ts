import { services } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { fileCalls } from '@lectern/contracts/calls/files/file';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { environmentXml, examplePublicFiles } from './example-files.ts';
import { publish, sha256, startFileWorld, type FileWorld } from './file-world.ts';

/* The environment file where a publisher has saved it, and no folder of the operator's has it. */

const world = startBeforeAll(() => startFileWorld({ keys: examplePublicFiles().keys ?? [] }));
let references = 0;
/** Another one in each test: what was saved stays. */
let file_reference: string;

const publisher = makeBeforeAll(() => world.newPerson('administrator'));
beforeEach(() => {
  file_reference = `F_ENVIRONMENT_${++references}`;
});

/** Asks as a browser does in which nobody is signed in. */
function access({ platform }: FileWorld, change: object = {}) {
  const client = createClient(fileCalls, {
    service: 'atma',
    base: platform.url + services.atma.base,
    headers: () => ({ xIaCorrelationId: 'environment-1' }),
    retryPausesInMs: [],
  });
  return client.fileAccessBasicV2({
    body: {
      basic_key: 'BASIC_BEOOK_WEB',
      basic_secret: 'demo-basic-secret',
      file_access_basic_dtos: [
        {
          dto_id: 'environment',
          file_reference,
          version: 0,
          asset_stage: 'ASSET_STAGE_PROD',
          asset_type: 'ASSET_TYPE_PROS',
          ...change,
        },
      ],
    },
  });
}

const xml = (text: string) => `<environment>${text}</environment>`;
const save = (text: string, change: object = {}) =>
  publish(publisher, xml(text), {
    file_reference,
    file_name: 'environment.xml',
    media_type: 'application/xml',
    product_references: [],
    is_public: true,
    ...change,
  });

async function fetched(change: object = {}, asked = world) {
  const { file_accesses } = await access(asked, change);
  const { address, ...file } = file_accesses[0]!.file!;
  return { file, text: await (await fetch(address)).text() };
}

test('it is given without a licence, and a newer version as soon as its bytes are there', async () => {
  await save('eins');
  expect(await fetched()).toMatchObject({
    file: { version: 1, media_type: 'application/xml', content_hash: sha256(xml('eins')) },
    text: xml('eins'),
  });
  await save('zwei', { version: 2 });
  expect(await fetched()).toMatchObject({ file: { version: 2 }, text: xml('zwei') });
  expect(await fetched({ version: 1 })).toMatchObject({ text: xml('eins') });
});

describe('it is refused', () => {
  test.each([
    ['where it is not public', { is_public: false }],
    ['in the stage for tests', { asset_stage: 'ASSET_STAGE_TEST' }],
    ['of another publisher', { mandant_identifier: 'ANOTHER' }],
  ])('%s', async (_where, change) => {
    const { asset_stage } = await save('geheim', change);
    expect(await codeOf(access(world, { asset_stage }))).toBe('FILE_NOT_FOUND');
  });

  test('by a newest version that is no longer public', async () => {
    await save('offen');
    await save('geschlossen', { version: 2, is_public: false });
    expect(await codeOf(access(world))).toBe('FILE_NOT_FOUND');
  });
});

test("the operator's own comes before one that a publisher saves", async () => {
  const ofOperator = await startFileWorld(examplePublicFiles());
  try {
    file_reference = 'F_ENVIRONMENT_BEOOK';
    await publish(await ofOperator.newPerson('administrator'), xml('gespeichert'), {
      file_reference,
      is_public: true,
      version: 1,
    });
    expect((await fetched({}, ofOperator)).text).toBe(environmentXml);
  } finally {
    await ofOperator.close();
  }
});
