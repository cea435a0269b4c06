import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc[\s=])[^>]*>([\s\S]*?)<\/script>/gi;

/**
 * Returns content security policy sources for the scripts in the console's page: one hash per
 * script, so that no other scripts can run.
 *
 * @param webRoot folder of the built console. If it contains no page, the list is empty.
 */
export function inlineScriptsOf(webRoot: string): readonly string[] {
  const page = join(webRoot, "index.html");
  if (!existsSync(page)) {
    return [];
  }
  return [...readFileSync(page, "utf8").matchAll(INLINE_SCRIPT)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
