import { strFromU8, unzipSync } from "fflate";

/** Returns the entries of a ZIP file as text, by path. */
export function unzipped(bytes: Buffer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]),
  );
}

/** Parses an archive's `data.json`. */
export function documentOf(bytes: Buffer): Readonly<Record<string, Record<string, unknown>[]>> {
  return JSON.parse(unzipped(bytes)["data.json"] ?? "");
}
