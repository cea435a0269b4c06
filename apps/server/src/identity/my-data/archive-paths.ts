import type { FileKind } from "@tessera/contract/files";
import { nameFor } from "../../platform/files/file-headers.ts";
import type { Row } from "./archive-section.ts";

/** Returns a file's path in the archive: unique by its id, and named as uploaded. */
function pathOf(folder: string, { id, name, kind }: Row): string {
  return `files/${folder}/${String(id)}-${nameFor(kind as FileKind, String(name ?? "file"))}`;
}

export function attachmentPath(row: Row): string {
  return pathOf("messages", row);
}

export function receiptPath(row: Row): string {
  return pathOf("receipts", row);
}

export function documentPath(row: Row): string {
  return pathOf("documents", row);
}
