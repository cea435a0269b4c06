import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { dataDescriptor, PLAIN_ZIP, type ZipLimits } from "./zip-records.policy.ts";
import { ZipStream } from "./zip-stream.ts";

const TEXT = "All of it, for programs.\n".repeat(20_000);
const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7_919) % 251));

/** Writes an archive with entries of several kinds. */
function archive(limits?: ZipLimits): Buffer {
  const zip = new ZipStream(limits);
  const pieces: Buffer[] = [];
  zip.begin("README.txt");
  zip.write("Read me.");
  zip.end();
  zip.begin("data.json");
  for (let from = 0; from < TEXT.length; from += 1_000) {
    zip.write(TEXT.slice(from, from + 1_000));
    pieces.push(zip.take());
  }
  zip.end();
  zip.begin("empty.txt");
  zip.end();
  zip.begin("files/文件.bin");
  zip.writeBytes(BYTES);
  zip.end();
  zip.close();
  return Buffer.concat([...pieces, zip.take()]);
}

const signature = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const END64 = signature(0x0606_4b50);
const LOCATOR64 = signature(0x0706_4b50);

describe("a ZIP archive", () => {
  it.each([
    ["within the limits of plain ZIP", PLAIN_ZIP],
    ["with larger entries and a larger archive", { ...PLAIN_ZIP, maxBytes: 100 }],
    ["with more entries", { ...PLAIN_ZIP, maxEntries: 3 }],
  ])("is read back unchanged %s", (_, limits) => {
    const bytes = archive(limits);
    const entries = unzipSync(bytes);
    expect(Object.keys(entries)).toEqual([
      "README.txt",
      "data.json",
      "empty.txt",
      "files/文件.bin",
    ]);
    expect(strFromU8(entries["README.txt"] ?? new Uint8Array())).toBe("Read me.");
    expect(strFromU8(entries["data.json"] ?? new Uint8Array())).toBe(TEXT);
    expect(entries["empty.txt"]).toHaveLength(0);
    expect(Buffer.from(entries["files/文件.bin"] ?? []).equals(BYTES)).toBe(true);
    const isPlain = limits === PLAIN_ZIP;
    expect(bytes.includes(END64)).toBe(!isPlain);
    expect(bytes.includes(LOCATOR64)).toBe(!isPlain);
  });

  it("states sizes above 4 GB in 64 bits after the entry", () => {
    const crc = 1;
    const [size, compressedSize] = [0x1_0000_0010, 500];
    const large = dataDescriptor({ crc, size, compressedSize }, PLAIN_ZIP);
    expect(large).toHaveLength(24);
    expect(large.readBigUInt64LE(8)).toBe(500n);
    expect(large.readBigUInt64LE(16)).toBe(0x1_0000_0010n);
    const small = dataDescriptor({ crc, size: 0xffff_fffe, compressedSize }, PLAIN_ZIP);
    expect(small).toHaveLength(16);
    expect(small.readUInt32LE(12)).toBe(0xffff_fffe);
  });
});
