import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip; what is given besides name and content is a lie about it. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly claimedSize?: number;
  readonly claimedSum?: number;
  readonly isEncrypted?: boolean;
}

/** Method and flags of APPNOTE.TXT, sections 4.4.4 and 4.4.5. */
const deflated = 8;
const encrypted = 0x0001;
const utf8Names = 0x0800;

/** A zip (APPNOTE.TXT, section 4.3), with honest entries and with others. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, ...claimed } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(utf8Names | (claimed.isEncrypted ? encrypted : 0), 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt32LE(claimed.claimedSum ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed.claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 0]);
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, common, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/** A zip of honest files. */
export function zipOfFiles(files: Readonly<Record<string, string>>): Buffer {
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
}
