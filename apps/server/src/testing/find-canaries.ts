import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import postgres from "postgres";

/** Planted strings, keyed by the place where each was planted. */
type Canaries = ReadonlyMap<string, string>;

/**
 * Returns the forms in which a string can be stored: unchanged, in lower case, as hexadecimal
 * digits, and escaped for JSON.
 */
function formsOf(text: string): string[] {
  const hex = Buffer.from(text).toString("hex");
  const inJson = JSON.stringify(text).slice(1, -1);
  return [text, text.toLowerCase(), hex, inJson];
}

/** Returns the names of the canaries found in a text. */
export function canariesIn(text: string, canaries: Canaries): string[] {
  const lower = text.toLowerCase();
  return [...canaries].flatMap(([name, planted]) =>
    formsOf(planted).some((form) => lower.includes(form.toLowerCase())) ? [name] : [],
  );
}

/**
 * Finds the canaries in every column of every row in every table, reading binary data as
 * hexadecimal digits.
 */
export async function canariesInDatabase(
  ownerUrl: string,
  canaries: Canaries,
): Promise<Map<string, string[]>> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  const found = new Map<string, string[]>();
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`;
    for (const { name } of tables) {
      const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
      const here = canariesIn(rows.map(({ row }) => row).join("\n"), canaries);
      if (here.length > 0) {
        found.set(name, here);
      }
    }
  } finally {
    await sql.end();
  }
  return found;
}

/** Length of the digest at the end of a backup, in bytes. */
const DIGEST_BYTES = 32;

/**
 * Returns a file's bytes as text, including the compressed part that follows a backup's first line.
 */
function textOf(bytes: Buffer): string {
  const body = bytes.subarray(bytes.indexOf("\n") + 1, -DIGEST_BYTES);
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  return bytes.toString("latin1") + (isZipped ? gunzipSync(body).toString("latin1") : "");
}

/** Finds the canaries in every file under a folder. */
export async function canariesInFiles(
  folder: string,
  canaries: Canaries,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      const here = canariesIn(textOf(await readFile(path)), canaries);
      if (here.length > 0) {
        found.set(path, here);
      }
    }
  }
  return found;
}
