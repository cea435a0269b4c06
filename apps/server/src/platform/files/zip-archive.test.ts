import { randomBytes } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type ZipEntry, zipArchive } from "./zip-archive.ts";

const TEXT = "All of it, for programs.\n".repeat(20_000);
const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7_919) % 251));

async function* listed(entries: Iterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  yield* entries;
}

async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) {
    all.push(piece);
  }
  return all;
}

async function bytesOf(entries: Iterable<ZipEntry>): Promise<Buffer> {
  return Buffer.concat(await collected(zipArchive(listed(entries))));
}

describe("a ZIP archive", () => {
  it("is read back unchanged by another library", async () => {
    const pieces = Array.from({ length: TEXT.length / 1_000 }, (_, n) =>
      TEXT.slice(n * 1_000, (n + 1) * 1_000),
    );
    const archive = await bytesOf([
      { path: "README.txt", content: ["Read me."] },
      { path: "data.json", content: pieces },
      { path: "empty.txt", content: [] },
      { path: "blank.txt", content: [""] },
      { path: "files/文件.bin", content: [BYTES] },
    ]);
    const { "data.json": data, "files/文件.bin": file, ...small } = unzipSync(archive);
    const texts = Object.entries(small).map(([path, content]) => [path, strFromU8(content)]);
    expect(texts).toEqual([
      ["README.txt", "Read me."],
      ["empty.txt", ""],
      ["blank.txt", ""],
    ]);
    expect(strFromU8(data ?? new Uint8Array())).toBe(TEXT);
    expect(Buffer.from(file ?? []).equals(BYTES)).toBe(true);
  });

  it("reads its content only as fast as its pieces are taken", async () => {
    const PIECE = randomBytes(65_536);
    const TOTAL = 200;
    let read = 0;
    function* content() {
      for (; read < TOTAL; read += 1) {
        yield PIECE;
      }
    }
    let taken = 0;
    let most = 0;
    for await (const piece of zipArchive(listed([{ path: "large.bin", content: content() }]))) {
      taken += piece.length;
      most = Math.max(most, read - taken / PIECE.length);
    }
    expect(read).toBe(TOTAL);
    expect(most).toBeLessThan(16);
  });
});

describe("a ZIP archive that is not finished", () => {
  const failure = new Error("the content failed");

  it("fails with the error of a content, and stops reading entries", async () => {
    let isStopped = false;
    async function* entries(): AsyncGenerator<ZipEntry> {
      try {
        yield { path: "whole.txt", content: ["whole"] };
        yield {
          path: "broken.txt",
          content: (function* () {
            yield "half";
            throw failure;
          })(),
        };
      } finally {
        isStopped = true;
      }
    }
    await expect(collected(zipArchive(entries()))).rejects.toBe(failure);
    expect(isStopped).toBe(true);
  });

  it("fails with the error of the list of entries", async () => {
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield { path: "whole.txt", content: ["whole"] };
      throw failure;
    }
    await expect(collected(zipArchive(entries()))).rejects.toBe(failure);
  });

  it("refuses a path that would leave the folder into which it is unpacked", async () => {
    await expect(bytesOf([{ path: "../outside.txt", content: ["x"] }])).rejects.toThrow("..");
  });

  it("has stopped reading when the reader of its pieces leaves", async () => {
    const ended: string[] = [];
    async function* content() {
      try {
        for (;;) {
          yield BYTES;
          await after(1);
        }
      } finally {
        await after(20);
        ended.push("content");
      }
    }
    async function* entries(): AsyncGenerator<ZipEntry> {
      try {
        yield { path: "endless.bin", content: content() };
      } finally {
        ended.push("entries");
      }
    }
    for await (const _ of zipArchive(entries())) {
      break;
    }
    expect(ended).toEqual(["content", "entries"]);
  });
});
