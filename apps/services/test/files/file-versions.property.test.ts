import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundsOf } from '../../../../test/rounds.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  accessTo,
  publicationFile,
  send,
  sha256,
  startFileWorld,
  withoutVersion,
  type PublicationFile,
} from './file-world.ts';

/* In any order of saving and deleting, a file has the versions that the calls said it has. */

const world = startBeforeAll(startFileWorld);

const publisher = makeBeforeAll(() => world.newPerson('administrator'));

type Step =
  | { readonly kind: 'save'; readonly bytes: string }
  | { readonly kind: 'saveV2'; readonly bytes: string; readonly version: number }
  | { readonly kind: 'deleteV2'; readonly version: number };

/** Expected file: bytes by version, and the highest number that was ever used. */
interface Model {
  readonly versions: Map<number, string>;
  highest: number;
}

const bytes = fc.constantFrom('a', 'b', 'c');
const version = fc.integer({ min: 1, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), bytes }),
  fc.record({ kind: fc.constant('saveV2' as const), bytes, version }),
  fc.record({ kind: fc.constant('deleteV2' as const), version }),
);

/** Expected result of a step: a version, a number of deleted ones, or a code. */
function predict(model: Model, step: Step): unknown {
  if (step.kind === 'deleteV2') {
    const gone = [...model.versions.keys()].filter((version) => version <= step.version);
    for (const version of gone) model.versions.delete(version);
    return gone.length;
  }
  const next = model.highest + 1;
  const saved = step.kind === 'save' ? next : step.version;
  const isThere = model.versions.get(saved) === step.bytes;
  if (saved !== next && !isThere) return 'FILE_VERSION_CONFLICT';
  model.versions.set(saved, step.bytes);
  model.highest = Math.max(model.highest, saved);
  return saved;
}

async function perform(file: PublicationFile, step: Step): Promise<unknown> {
  const client = publisher.as('atma');
  const { dto_id, mandant_identifier, file_reference, asset_stage, asset_type } = file;
  if (step.kind === 'deleteV2') {
    const key = { dto_id, mandant_identifier, file_reference, asset_stage, asset_type };
    const dto = { ...key, version: step.version };
    const { file_configs } = await client.fileConfigDeleteV2({ body: { file_config_dtos: [dto] } });
    return file_configs[0]!.deleted_versions;
  }
  const dto = { ...file, content_hash: sha256(step.bytes) };
  const saved =
    step.kind === 'save'
      ? client.fileConfigSave({ body: { file_config_dtos: [withoutVersion(dto)] } })
      : client.fileConfigSaveV2({
          body: { file_config_dtos: [{ ...dto, version: step.version }] },
        });
  const code = await codeOf(saved);
  if (code) return code;
  const [config] = (await saved).file_configs;
  const sent = config!.upload && (await send(config!.upload.address, step.bytes));
  return sent && sent.status !== 201 ? sent.status : config!.version;
}

test('versions are what the calls say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const file = publicationFile('x', { is_public: true });
      const model: Model = { versions: new Map(), highest: 0 };
      for (const step of steps) expect(await perform(file, step)).toBe(predict(model, step));
      const newest = Math.max(0, ...model.versions.keys());
      const found = await publisher
        .as('atma')
        .fileAccessV2({ body: accessTo(file, publisher) })
        .then(({ file_accesses }) => file_accesses[0]!.file)
        .catch(() => undefined);
      expect([found?.version ?? 0, found?.content_hash]).toEqual([
        newest,
        newest === 0 ? undefined : sha256(model.versions.get(newest)!),
      ]);
    }),
    { numRuns: roundsOf(15) },
  );
});
