import { FILE_KINDS, type FileKind } from "@tessera/contract/files";

const ENDING: Readonly<Record<FileKind, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "text/plain": "txt",
};
const ENDINGS: Readonly<Record<FileKind, RegExp>> = {
  "application/pdf": /\.pdf$/i,
  "image/jpeg": /\.jpe?g$/i,
  "image/png": /\.png$/i,
  "text/plain": /\.(?:txt|log|md)$/i,
};

/** The kind that a file's name promises, where it promises one of ours. */
export function kindNamed(name: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => ENDINGS[kind].test(name.trim()));
}

const MAX_NAME_LENGTH = 120;
/**
 * What is a path to some system, and what has letters read in another order than they stand in:
 * `a.exe.pdf` must not look like `a.fdp.exe`, or the other way round.
 */
const NO_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[/\\:\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name that ends as files of its kind do, so that no system takes it for another one, that leads
 * nowhere and reads as it is.
 */
export function nameFor(kind: FileKind, name: string): string {
  const plain = name.replace(NO_NAME, "_");
  if (ENDINGS[kind].test(plain)) {
    return plain;
  }
  const ending = `.${ENDING[kind]}`;
  return [...plain].slice(0, MAX_NAME_LENGTH - ending.length).join("") + ending;
}

/** The media type of a `Content-Type`, without what it adds; empty where there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** A PDF is handed out as bytes that no browser opens by itself. */
function contentTypeOf(kind: FileKind): string {
  switch (kind) {
    case "application/pdf":
      return "application/octet-stream";
    case "text/plain":
      return "text/plain; charset=utf-8";
    default:
      return kind;
  }
}

/**
 * What a file is answered with: handed over, never shown. No browser opens it as a page, guesses
 * what it is, or lets it run anything, and no other site gets hold of it.
 */
export function fileHeaders(file: {
  readonly kind: FileKind;
  readonly name: string;
  readonly bytes: number;
}): Readonly<Record<string, string>> {
  const name = nameFor(file.kind, file.name);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    "content-type": contentTypeOf(file.kind),
    "content-length": String(file.bytes),
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-store",
  };
}
