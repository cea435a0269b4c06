import type { Locale } from "@tessera/contract/errors/locales";
import { ZipStream } from "../../platform/files/zip-stream.ts";
import { filesOf } from "./archive-files.repository.ts";
import { MOVEMENTS, movementsCsv } from "./archive-movements.repository.ts";
import type { ArchiveContext } from "./archive-section.ts";
import { ARCHIVE_SECTIONS } from "./archive-sections.ts";
import { type ArchiveSource, countRows } from "./archive-source.repository.ts";
import { readmeText } from "./readme.policy.ts";
import { type ArchiveSubject, type Report, writeDocument } from "./write-document.ts";

const PIECE_BYTES = 64 * 1_024;
/** Sections that contain one row per file. */
const OF_FILES: readonly string[] = ["attachments", "review_documents"];

interface ArchiveWish extends ArchiveSubject {
  readonly locale: Locale;
}

/** Counts the rows and files of an archive before writing it. */
export async function countEntries(source: ArchiveSource, customerId: string): Promise<number> {
  let entries = await countRows(source, MOVEMENTS, customerId);
  for (const { name, sql } of ARCHIVE_SECTIONS) {
    const count = await countRows(source, sql, customerId);
    entries += OF_FILES.includes(name) ? 2 * count : count;
  }
  return entries;
}

/**
 * Yields a customer's archive as a ZIP file, in pieces: `README.txt`, `data.json`, `movements.csv`,
 * and the customer's files under `files/`. Keeps at most a few hundred rows or one file in memory.
 */
export async function* writeArchive(
  context: ArchiveContext,
  source: ArchiveSource,
  { locale, ...subject }: ArchiveWish,
  report: Report = async () => undefined,
): AsyncGenerator<Buffer, void> {
  const zip = new ZipStream();
  zip.begin("README.txt");
  zip.write(readmeText(locale, subject.exportedAt));
  zip.end();
  zip.begin("data.json");
  for await (const text of writeDocument(context, source, subject, report)) {
    zip.write(text);
    yield zip.take();
  }
  zip.end();
  zip.begin("movements.csv");
  for await (const text of movementsCsv(source, subject.customerId, report)) {
    zip.write(text);
    yield zip.take();
  }
  zip.end();
  for await (const { path, bytes } of filesOf(context, source, subject.customerId)) {
    zip.begin(path);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      zip.writeBytes(bytes.subarray(from, from + PIECE_BYTES));
      yield zip.take();
    }
    zip.end();
    await report(1);
  }
  zip.close();
  yield zip.take();
}
