import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip, and what may be wrong with it. */
export interface ZipFileEntry {
  readonly name: string | Uint8Array;
  readonly content: string | Uint8Array;
  /** General purpose bit flags (APPNOTE, section 4.4.4). Default: the name is UTF-8. */
  readonly flags?: number;
  /** Upper half: the Unix mode. */
  readonly externalAttributes?: number;
  /** Size that the entry claims to unpack to, where that is a lie. */
  readonly claimedSize?: number;
  /** How many bytes the entry claims to take up, where that is a lie. */
  readonly claimedPackedSize?: number;
  readonly claimedCrc32?: number;
  readonly isStored?: boolean;
  /** Where the directory says that the entry begins, in bytes, where that is not so. */
  readonly claimedOffset?: number;
}

const utf8Flag = 0x0800;

/**
 * Makes a zip (APPNOTE, section 4.3) with exactly these entries, right or wrong.
 *
 * @param startInBytes where it begins in the file that offsets count from.
 */
export function makeZip(entries: readonly ZipFileEntry[], startInBytes = 0): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = startInBytes;
  for (const entry of entries) {
    const content = Buffer.from(entry.content as Uint8Array);
    const packed = entry.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(entry.name as Uint8Array);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? utf8Flag, 2);
    common.writeUInt16LE(entry.isStored ? 0 : 8, 4);
    common.writeUInt32LE(entry.claimedCrc32 ?? crc32(content), 10);
    common.writeUInt32LE(entry.claimedPackedSize ?? packed.length, 14);
    common.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);

    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.externalAttributes ?? 0, 6);
    tail.writeUInt32LE(entry.claimedOffset ?? offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, tail, name]),
    );
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}
