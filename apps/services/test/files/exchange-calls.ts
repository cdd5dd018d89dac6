import { send, sha256, type Person } from './file-world.ts';

/**
 * How members of a group exchange a file.
 *
 * @param groupId the group of the test that runs
 */
export function exchangeIn(groupId: () => string) {
  const keyOf = (change: object = {}) => ({
    dto_id: 'poster',
    group_id: groupId(),
    file_reference: 'poster',
    asset_stage: 'ASSET_STAGE_PROD' as const,
    asset_type: 'ASSET_TYPE_ASSET_EXCHANGE' as const,
    ...change,
  });
  const described = (bytes: Buffer | string, change: object = {}) => ({
    ...keyOf(),
    file_name: 'Plakat.bin',
    media_type: 'application/octet-stream',
    size_in_bytes: Buffer.byteLength(bytes),
    ...change,
  });
  const save = (who: Person, bytes: Buffer | string, change: object = {}) =>
    who.as('atma').fileConfigExchangeSave({
      body: { subject: who.subject, file_config_exchange_dtos: [described(bytes, change)] },
    });
  const saveV2 = (who: Person, bytes: Buffer | string, change: object = {}) =>
    who.as('atma').fileConfigExchangeSaveV2({
      body: {
        subject: who.subject,
        file_config_exchange_dtos: [
          { ...described(bytes), version: 1, content_hash: sha256(bytes), ...change },
        ],
      },
    });
  const share = async (who: Person, bytes: Buffer | string, change: object = {}) => {
    const { file_config_exchanges } = await save(who, bytes, change);
    const answer = await send(file_config_exchanges[0]!.upload.address, Buffer.from(bytes));
    if (answer.status !== 201) throw new Error(await answer.text());
  };
  const remove = (who: Person, change: object = {}) =>
    who.as('atma').fileConfigExchangeDelete({
      body: { subject: who.subject, file_config_exchange_dtos: [keyOf(change)] },
    });
  const removeV2 = (who: Person, version: number, ...changes: readonly object[]) =>
    who.as('atma').fileConfigExchangeDeleteV2({
      body: {
        subject: who.subject,
        file_config_exchange_dtos: changes.map((change) => ({ ...keyOf(change), version })),
      },
    });
  const accessTo = (who: Person, ...changes: readonly object[]) => ({
    body: {
      file_exchange_access_dtos: changes.map((change) => ({
        ...keyOf(),
        version: 0,
        subject: who.subject,
        ...change,
      })),
    },
  });
  const access = (who: Person, change: object = {}) =>
    who.as('atma').fileExchangeAccessV2(accessTo(who, change));
  const read = async (who: Person, change: object = {}) => {
    const { file_accesses } = await access(who, change);
    return (await fetch(file_accesses[0]!.file!.address)).text();
  };
  return { save, saveV2, share, remove, removeV2, accessTo, access, read };
}
