import { strFromU8, unzipSync } from "fflate";

/** The entries of a ZIP file as texts, by their paths. */
export function unzipped(bytes: Buffer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]),
  );
}

/** What an archive's `data.json` says. */
export function documentOf(bytes: Buffer): Readonly<Record<string, Record<string, unknown>[]>> {
  return JSON.parse(unzipped(bytes)["data.json"] ?? "");
}
