import type { FileKind } from "@tessera/contract/files";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Control characters that text must not contain; tabs, line breaks and page breaks are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex searches for them
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

export function isText(bytes: Buffer): boolean {
  try {
    return !NOT_TEXT.test(decoder.decode(bytes));
  } catch {
    return false;
  }
}

/**
 * Number of bytes at the end of a PDF that are searched for its end marker, since some programs
 * append a few bytes.
 */
const PDF_TAIL_BYTES = 2_048;
const JPEG_END = Buffer.from([0xff, 0xd9]);
/** The empty chunk that ends every PNG file, with its checksum. */
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

/** Returns whether a file ends the way files of its type must. */
export function isWhole(bytes: Buffer, kind: FileKind): boolean {
  switch (kind) {
    case "application/pdf":
      return bytes.subarray(-PDF_TAIL_BYTES).includes("%%EOF");
    case "image/jpeg":
      return bytes.includes(JPEG_END, 2);
    case "image/png":
      return bytes.includes(PNG_END, 8);
    case "text/plain":
      return true;
  }
}

/** Matches content that a browser would treat as a page, a script or an archive. */
const PAGE = /<(?:script|html|iframe|object|embed)[\s>/]|<!doctype\s+html|<svg[\s>]|<\?php/i;
const ZIP = "PK\u0003\u0004";

/**
 * Describes active content (anything other than an image or pages), or returns undefined if none
 * was found. PDF content is read in a separate thread (`checkPdf`). A photo may have trailing data,
 * which some phones write, but not a second document. A text file is served as plain text, so its
 * content is never active.
 */
export function activeContentOf(bytes: Buffer, kind: FileKind): string | undefined {
  if (kind === "text/plain") {
    return undefined;
  }
  const text = bytes.toString("latin1");
  if (kind === "application/pdf") {
    return pageIn(text.slice(0, text.indexOf("%PDF-")));
  }
  if (text.includes("%PDF-")) {
    return "a PDF";
  }
  const end = kind === "image/png" ? bytes.indexOf(PNG_END) : bytes.lastIndexOf(JPEG_END);
  if (text.includes(ZIP, end)) {
    return "an archive";
  }
  return pageIn(text);
}

function pageIn(text: string): string | undefined {
  return PAGE.test(text) ? "a page" : undefined;
}
