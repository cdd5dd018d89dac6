import { anyAssetType } from '@lectern/contracts/calls/files/asset';
import { beforeAll, describe, expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { servedCalls, type ServedCall } from '../served-calls.ts';
import { examplePublicFiles } from './example-files.ts';
import { product, startFileWorld } from './file-world.ts';

const world = startBeforeAll(() => startFileWorld(examplePublicFiles()));
let group_id: string;
const publisher = makeBeforeAll(() => world.newPerson('administrator'));
beforeAll(async () => {
  group_id = await world.newGroup(publisher);
});

type AssetType = (typeof anyAssetType.options)[number];

const publication: readonly AssetType[] = ['ASSET_TYPE_PROS', 'ASSET_TYPE_WEB_PUB'];
const exchange: readonly AssetType[] = ['ASSET_TYPE_ASSET_EXCHANGE'];

/** The types that a call takes (section 3), and what it says then: of none of the files are there bytes. */
const takes: Readonly<Record<string, readonly [types: readonly AssetType[], code: string]>> = {
  fileAccess: [publication, 'FILE_NOT_FOUND'],
  fileAccessV2: [publication, 'FILE_NOT_FOUND'],
  fileAccessBasic: [publication, 'FILE_NOT_FOUND'],
  fileAccessBasicV2: [publication, 'FILE_NOT_FOUND'],
  fileConfigSave: [publication, 'OK'],
  fileConfigSaveV2: [publication, 'OK'],
  fileConfigDelete: [publication, 'OK'],
  fileConfigDeleteV2: [publication, 'OK'],
  fileConfigExchangeSave: [exchange, 'OK'],
  fileConfigExchangeSaveV2: [[...publication, ...exchange], 'OK'],
  fileConfigExchangeDelete: [exchange, 'OK'],
  fileConfigExchangeDeleteV2: [[...publication, ...exchange], 'OK'],
  fileExchangeAccess: [[...publication, ...exchange], 'FILE_NOT_FOUND'],
  fileExchangeAccessV2: [[...publication, ...exchange], 'FILE_NOT_FOUND'],
  // A video is a file of a publication, too.
  videoConvertCreate: [publication, 'FILE_NOT_FOUND'],
};

const calls = servedCalls.filter(
  ({ service, example }) =>
    service === 'atma' && JSON.stringify(example.body ?? '').includes('"asset_type"'),
);

/** Further fields that a call needs where members exchange copies of a publication. */
function beside({ name }: ServedCall, type: AssetType): object {
  if (exchange.includes(type)) return {};
  if (name.startsWith('fileExchange')) return { device_identifier: 'device-1' };
  return name === 'fileConfigExchangeSaveV2' ? product : {};
}

/** The example of a call with files of a type, in the publisher's own name. */
function bodyFor(served: ServedCall, type: AssetType): string {
  const { subject } = publisher;
  const file_reference = `types/${served.name}/${type}`;
  const own: Readonly<Record<string, unknown>> = { subject, group_id, file_reference, version: 1 };
  return JSON.stringify(served.example.body, (field, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'asset_type' in value) {
      const { license_code: _, product_reference: __, ...dto } = value as Record<string, unknown>;
      return { ...dto, ...beside(served, type), asset_type: type };
    }
    return own[field] ?? value;
  });
}

/** Answer of a call for a file of a type, with the reason of a refusal. */
async function refusalTo(served: ServedCall, type: AssetType): Promise<readonly [string, string]> {
  const answer = await world.platform.request(
    served.path,
    headersOf(publisher),
    bodyFor(served, type),
  );
  const { result_messages } = (await answer.json()) as {
    result_messages?: readonly { readonly code: string; readonly text: string }[];
  };
  const { code, text } = result_messages?.[0] ?? { code: 'OK', text: '' };
  return [code, text];
}

test('every call that names a type is here', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(takes).toSorted());
});

describe.each(calls)('$name', (served) => {
  const [types, code] = takes[served.name]!;

  test.each(types)('takes %s', async (type) => {
    expect((await refusalTo(served, type))[0]).toBe(code);
  });

  test.each(anyAssetType.options.filter((type) => !types.includes(type)))(
    'refuses %s',
    async (type) => {
      const [refusal, text] = await refusalTo(served, type);
      expect(refusal).toBe('REQUEST_INVALID');
      expect(text).toContain('asset_type');
    },
  );
});
