/** A file in a ZIP archive. Sizes and the offset are in bytes. */
export interface ZipEntry {
  readonly name: string;
  /** Offset of the local header in the archive. */
  readonly offset: number;
  /** CRC-32 of the uncompressed content. */
  readonly crc: number;
  readonly size: number;
  readonly compressedSize: number;
}

/** Fills a 32-bit or 16-bit field whose value is in a ZIP64 record. */
const IN_ZIP64_32 = 0xffff_ffff;
const IN_ZIP64_16 = 0xffff;

/** Largest values that the fields of plain ZIP hold. Larger ones need its 64-bit extension. */
export const PLAIN_ZIP = { maxBytes: IN_ZIP64_32 - 1, maxEntries: IN_ZIP64_16 - 1 } as const;
export type ZipLimits = Readonly<Record<keyof typeof PLAIN_ZIP, number>>;

const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Sizes and CRC follow the content; the content was compressed fast. */
const FLAGS = 0x0008 | 0x0004;
const FLAG_UTF8 = 0x0800;
const DEFLATED = 8;
/**
 * 1980-01-01 00:00 in the format of DOS. All entries have it, so that the archive does not reveal
 * when or where it was made.
 */
const NO_MOMENT = 0x0021_0000;

const MADE_BY = Buffer.from([VERSION, 0]);
const SIGNATURE = {
  local: 0x0403_4b50,
  descriptor: 0x0807_4b50,
  central: 0x0201_4b50,
  end: 0x0605_4b50,
  end64: 0x0606_4b50,
  locator64: 0x0706_4b50,
} as const;
const EXTRA_ZIP64 = 1;
/** Size of the ZIP64 end record after its own size field. */
const END64_REST = 44;

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt16LE(value, 2 * index);
  }
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt32LE(value, 4 * index);
  }
  return bytes;
}

function u64(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) {
    bytes.writeBigUInt64LE(BigInt(value), 8 * index);
  }
  return bytes;
}

/** Returns the fields that a local header and the central directory share, up to the date. */
function common(name: Buffer, text: string, version: number): Buffer {
  const isAscii = name.length === text.length;
  const flags = isAscii ? FLAGS : FLAGS | FLAG_UTF8;
  return Buffer.concat([u16(version, flags, DEFLATED), u32(NO_MOMENT)]);
}

/** Returns what precedes an entry's content. Its sizes are not known yet. */
export function localHeader(text: string): Buffer {
  const name = Buffer.from(text);
  return Buffer.concat([
    u32(SIGNATURE.local),
    common(name, text, VERSION),
    u32(0, 0, 0),
    u16(name.length, 0),
    name,
  ]);
}

type Sized = Pick<ZipEntry, "crc" | "size" | "compressedSize">;

/** Returns what follows an entry's content. */
export function dataDescriptor({ crc, size, compressedSize }: Sized, limits: ZipLimits): Buffer {
  const isLarge = Math.max(size, compressedSize) > limits.maxBytes;
  const sizes = isLarge ? u64(compressedSize, size) : u32(compressedSize, size);
  return Buffer.concat([u32(SIGNATURE.descriptor, crc), sizes]);
}

function centralHeader(entry: ZipEntry, { maxBytes }: ZipLimits): Buffer {
  const { name: text, crc, size, compressedSize, offset } = entry;
  const name = Buffer.from(text);
  const field = (value: number) => (value > maxBytes ? IN_ZIP64_32 : value);
  // In this order, and only those that do not fit into their own field.
  const large = [size, compressedSize, offset].filter((value) => value > maxBytes);
  const extra =
    large.length === 0
      ? Buffer.alloc(0)
      : Buffer.concat([u16(EXTRA_ZIP64, 8 * large.length), u64(...large)]);
  return Buffer.concat([
    u32(SIGNATURE.central),
    MADE_BY,
    common(name, text, large.length === 0 ? VERSION : VERSION_ZIP64),
    u32(crc, field(compressedSize), field(size)),
    u16(name.length, extra.length, 0, 0, 0),
    u32(0, field(offset)),
    name,
    extra,
  ]);
}

/**
 * Returns the end of an archive: the list of its entries, which starts at `offset`, and the end
 * record. If there are too many entries or bytes for the end record, it includes the one of ZIP64.
 */
export function archiveEnd(
  entries: readonly ZipEntry[],
  offset: number,
  limits: ZipLimits,
): Buffer {
  const { maxBytes, maxEntries } = limits;
  const directory = Buffer.concat(entries.map((entry) => centralHeader(entry, limits)));
  const count = entries.length;
  const size = directory.length;
  const isLarge = count > maxEntries || Math.max(size, offset) > maxBytes;
  const end64 = Buffer.concat([
    u32(SIGNATURE.end64),
    u64(END64_REST),
    u16(VERSION_ZIP64, VERSION_ZIP64),
    u32(0, 0),
    u64(count, count, size, offset),
    // The locator: the disk, the position of the record above, and the number of disks.
    u32(SIGNATURE.locator64, 0),
    u64(offset + size),
    u32(1),
  ]);
  const shownCount = isLarge ? IN_ZIP64_16 : count;
  return Buffer.concat([
    directory,
    ...(isLarge ? [end64] : []),
    u32(SIGNATURE.end),
    u16(0, 0, shownCount, shownCount),
    isLarge ? u32(IN_ZIP64_32, IN_ZIP64_32) : u32(size, offset),
    u16(0),
  ]);
}
