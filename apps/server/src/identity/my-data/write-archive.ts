import type { Locale } from "@tessera/contract/errors/locales";
import { type ZipEntry, zipArchive } from "../../platform/files/zip-archive.ts";
import { filesOf } from "./archive-files.repository.ts";
import { MOVEMENTS, movementsCsv } from "./archive-movements.repository.ts";
import type { ArchiveContext } from "./archive-section.ts";
import { ARCHIVE_SECTIONS } from "./archive-sections.ts";
import { type ArchiveSource, countRows } from "./archive-source.repository.ts";
import { readmeText } from "./readme.policy.ts";
import { type ArchiveSubject, type Report, writeDocument } from "./write-document.ts";

/** Sections that contain one row per file. */
const OF_FILES: readonly string[] = ["attachments", "review_documents", "receipts"];

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
export function writeArchive(
  context: ArchiveContext,
  source: ArchiveSource,
  wish: ArchiveWish,
  report: Report = async () => undefined,
): AsyncGenerator<Buffer, void> {
  return zipArchive(entriesOf(context, source, wish, report));
}

async function* entriesOf(
  context: ArchiveContext,
  source: ArchiveSource,
  { locale, ...subject }: ArchiveWish,
  report: Report,
): AsyncGenerator<ZipEntry, void> {
  yield { path: "README.txt", content: [readmeText(locale, subject.exportedAt)] };
  yield { path: "data.json", content: writeDocument(context, source, subject, report) };
  const movements = movementsCsv(source, subject.customerId, report);
  yield { path: "movements.csv", content: movements };
  for await (const { path, bytes } of filesOf(context, source, subject.customerId)) {
    yield { path, content: [bytes] };
    await report(1);
  }
}
