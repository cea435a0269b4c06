import { FILE_KINDS, type FileKind, MAX_FILE_BYTES } from "@tessera/contract/files";
import { fileTypeFromBuffer } from "file-type";
import { Refusal } from "../http/refusal.ts";
import { checkPdf } from "./check-pdf.ts";
import { activeContentOf, isText, isWhole } from "./file-content.policy.ts";

/**
 * Determines a file's type from its bytes, or returns undefined for a type that no call accepts.
 */
async function kindOf(bytes: Buffer): Promise<FileKind | undefined> {
  const found = await fileTypeFromBuffer(bytes);
  if (found !== undefined) {
    return FILE_KINDS.find((kind) => kind === found.mime);
  }
  return isText(bytes) ? "text/plain" : undefined;
}

/** The conditions under which a file is accepted. */
export interface ExpectedFile<Kind extends FileKind> {
  /** The file types that the call accepts. */
  readonly taken: readonly Kind[];
  /**
   * The media type claimed by the sender or implied by the file name; undefined if there is
   * neither.
   */
  readonly claimed: string | undefined;
}

/**
 * Determines the type of an uploaded file from its content and compares it with the claimed type.
 *
 * @throws Refusal `file_empty` or `file_too_large`; `file_type_unknown` for a type that the call
 * does not accept; `file_type_differs` if the content does not match the claimed type;
 * `file_damaged` if the file is truncated or unreadable; `file_unsafe` if it contains a program, a
 * form or a second file; `overloaded` if too many files are waiting to be checked
 */
export async function checkFile<Kind extends FileKind>(
  bytes: Buffer,
  { taken, claimed }: ExpectedFile<Kind>,
): Promise<Kind> {
  if (bytes.length === 0) {
    throw new Refusal("file_empty");
  }
  if (bytes.length > MAX_FILE_BYTES) {
    throw new Refusal("file_too_large");
  }
  if (claimed !== undefined && !taken.some((one) => one === claimed)) {
    throw new Refusal("file_type_unknown");
  }
  const content = await kindOf(bytes);
  const kind = taken.find((one) => one === content);
  if (kind === undefined && claimed === undefined) {
    throw new Refusal("file_type_unknown");
  }
  if (kind === undefined || (claimed !== undefined && kind !== claimed)) {
    const internal = `claimed ${claimed}, is ${content ?? "something else"}`;
    throw new Refusal("file_type_differs", { internal });
  }
  requireHarmless(bytes, kind);
  if (kind === "application/pdf") {
    await checkPdf(bytes);
  }
  return kind;
}

function requireHarmless(bytes: Buffer, kind: FileKind): void {
  if (!isWhole(bytes, kind)) {
    throw new Refusal("file_damaged");
  }
  const active = activeContentOf(bytes, kind);
  if (active !== undefined) {
    throw new Refusal("file_unsafe", { internal: `a ${kind} with ${active}` });
  }
}
