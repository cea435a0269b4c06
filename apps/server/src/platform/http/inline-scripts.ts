import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc[\s=])[^>]*>([\s\S]*?)<\/script>/gi;

/**
 * Returns the content security policy sources of the scripts in the built console's page: one hash
 * each, so that only these run.
 *
 * @param webRoot folder of the built console; without a page there are none
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
