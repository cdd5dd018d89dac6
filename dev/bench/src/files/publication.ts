import { randomBytes, randomUUID } from 'node:crypto';
import { contract, services } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import type { SignedIn } from '../measured-services/start.ts';

const piece = randomBytes(1024 * 1024);

/** @param bytes a multiple of a mebibyte */
export async function upload(address: string, bytes: number): Promise<number> {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent === bytes) return controller.close();
      sent += piece.length;
      controller.enqueue(piece);
    },
  });
  const headers = { 'Content-Type': 'application/octet-stream' };
  const streamed = { method: 'PUT', headers, body, duplex: 'half' };
  const answer = await fetch(address, streamed);
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
  return sent;
}

/** @returns how many bytes came */
export async function download(address: string): Promise<number> {
  const answer = await fetch(address);
  let received = 0;
  for await (const chunk of answer.body!) received += chunk.length;
  return received;
}

/** Addresses of a public file, as somebody who publishes gets them. */
export async function announce(
  publisher: SignedIn,
  bytes: number,
): Promise<{ readonly uploadTo: string; downloadFrom(): Promise<string> }> {
  const { url, token, subject } = publisher;
  const atma = createClient(contract.atma, {
    service: 'atma',
    base: url + services.atma.base,
    headers: () => ({
      xIaCorrelationId: randomUUID(),
      xIaSubject: subject,
      xIaRoles: '',
      authorization: `Bearer ${token}`,
    }),
  });
  const stored = {
    dto_id: 'file',
    file_reference: randomUUID(),
    asset_stage: 'ASSET_STAGE_PROD' as const,
    asset_type: 'ASSET_TYPE_PROS' as const,
  };
  const { file_configs } = await atma.fileConfigSave({
    body: {
      file_config_dtos: [
        {
          ...stored,
          mandant_identifier: 'LECTERN',
          file_name: 'Film.bin',
          media_type: 'application/octet-stream',
          size_in_bytes: bytes,
          product_references: ['wasser-entdecken'],
          is_public: true,
          distribution_channel: 'UNDEFINED',
        },
      ],
    },
  });
  return {
    uploadTo: file_configs[0]!.upload.address,
    async downloadFrom() {
      const { file_accesses } = await atma.fileAccess({
        body: {
          file_access_dtos: [{ ...stored, version: 0, subject, device_identifier: 'device' }],
        },
      });
      return file_accesses[0]!.file!.address;
    },
  };
}
