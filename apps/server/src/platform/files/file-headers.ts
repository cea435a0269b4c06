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

/**
 * Returns the file type for a file name's extension, or undefined for a type that we do not accept.
 */
export function kindNamed(name: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => ENDINGS[kind].test(name.trim()));
}

const MAX_NAME_LENGTH = 120;
/**
 * Characters that form a path on some systems, or that change the order in which letters are
 * displayed. For example, `a.exe.pdf` must not be shown as `a.fdp.exe`, or vice versa.
 */
const NO_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex searches for them
  /[/\\:\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a file name with the extension for its type, so that no system mistakes it for another
 * type, and without path separators or reordering characters.
 */
export function nameFor(kind: FileKind, name: string): string {
  const plain = name.replace(NO_NAME, "_");
  if (ENDINGS[kind].test(plain)) {
    return plain;
  }
  const ending = `.${ENDING[kind]}`;
  return [...plain].slice(0, MAX_NAME_LENGTH - ending.length).join("") + ending;
}

/**
 * Returns the media type in a `Content-Type` header, without parameters. Empty if there is no
 * header.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Returns the content type for serving a file. A PDF is served as a byte stream, which browsers do
 * not open.
 */
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
 * Returns the response headers for a file download, which is always an attachment. No browser
 * renders the file as a page, guesses its type or runs anything in it, and no other site can read
 * it.
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
