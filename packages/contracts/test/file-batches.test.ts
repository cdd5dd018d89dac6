import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fileConfigExchangeCalls } from '../src/files/file-config-exchange.ts';
import { fileConfigCalls } from '../src/files/file-config.ts';

const stage = 'ASSET_STAGE_PROD';

function faultsOfPublisher(dtos: readonly object[]): readonly string[] {
  const key = { mandant_identifier: 'one', file_reference: 'cover', asset_stage: stage };
  const file = { dto_id: 'first', ...key, asset_type: 'ASSET_TYPE_PROS' };
  const { body } = fileConfigCalls.fileConfigDelete;
  return faultsIn(body, { file_config_dtos: [file, ...dtos.map((dto) => ({ ...file, ...dto }))] });
}

function faultsOfGroup(dtos: readonly object[]): readonly string[] {
  const key = { group_id: 'one', file_reference: 'cover', asset_stage: stage };
  const file = { dto_id: 'first', ...key, asset_type: 'ASSET_TYPE_ASSET_EXCHANGE' };
  const file_config_exchange_dtos = [file, ...dtos.map((dto) => ({ ...file, ...dto }))];
  const { body } = fileConfigExchangeCalls.fileConfigExchangeDelete;
  return faultsIn(body, { subject: 'demo-mia', file_config_exchange_dtos });
}

function faultsIn(schema: z.ZodMiniType, body: unknown): readonly string[] {
  return z.safeParse(schema, body).error?.issues.map(({ message }) => message) ?? [];
}

test.each([
  ['publisher', faultsOfPublisher, { mandant_identifier: 'other' }],
  ['group', faultsOfGroup, { group_id: 'other' }],
] as const)('a batch names a file of a %s once', (_owner, faultsOf, ofOther) => {
  expect(faultsOf([{ dto_id: 'second' }])).toEqual(['A file appears twice.']);
  expect(faultsOf([{ ...ofOther }])).toEqual(['A dto_id appears twice.']);
  for (const other of [ofOther, { file_reference: 'b' }, { asset_stage: 'ASSET_STAGE_TEST' }])
    expect(faultsOf([{ dto_id: 'second', ...other }])).toEqual([]);
});
