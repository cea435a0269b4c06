import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file in a ZIP archive. */
export interface ZipEntry {
  /** Relative, with slashes, such as `files/receipt.pdf`. */
  readonly path: string;
  readonly content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

/** The level at which text shrinks to about a tenth of its size for little processor time. */
const COMPRESSION_LEVEL = 3;

const ENTRY_OPTIONS = {
  compressionLevel: COMPRESSION_LEVEL,
  mode: 0o100_600,
  // The earliest time that ZIP can express, so that an archive does not say when it was made.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/**
 * Yields a ZIP archive in pieces. Reads an entry's content only as fast as the pieces are taken,
 * and the next entry only after that, so memory does not depend on sizes; each entry takes a few
 * kilobytes until the end. An archive, an entry and the number of entries may have any size: beyond
 * 4 GB or 65,534 entries, the archive uses ZIP64.
 *
 * Once it has ended, failed or been abandoned, neither `entries` nor a content is still running.
 *
 * @throws whatever `entries` or a content throws
 */
export async function* zipArchive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  // yazl declares only the interface; the stream is a PassThrough.
  const output = zip.outputStream as Readable;
  let body: Readable | undefined;
  const writing = (async () => {
    for await (const { path, content } of entries) {
      if (output.destroyed) {
        return;
      }
      body = Readable.from(content, { objectMode: false });
      // yazl keeps every entry's callback to the end, so a callback must not hold a content.
      zip.addReadStreamLazy(path, ENTRY_OPTIONS, (take) => take(null, body as Readable));
      await finished(body);
    }
    zip.end();
  })();
  writing.catch((error) => output.destroy(error));
  try {
    yield* output;
  } finally {
    output.destroy();
    body?.destroy();
    await writing.catch(() => undefined);
  }
}
