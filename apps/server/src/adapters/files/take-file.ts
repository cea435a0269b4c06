import type { FileKind } from "@tessera/contract/files";
import type { AppContext } from "../../platform/context.ts";
import { checkFile, type ExpectedFile } from "../../platform/files/check-file.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { createClamdScanner } from "../virus-scan/clamd-scanner.ts";
import type { VirusScanner } from "../virus-scan/virus-scanner.ts";

const RETRY_SECONDS = 30;

/**
 * Checks an uploaded file's content, scans it for viruses if a scanner is configured, and returns
 * its type. Rejects a file that could not be scanned.
 *
 * @throws Refusal the codes from {@link checkFile}, `file_infected`, `virus_scan_unavailable`
 */
export async function takeFile<Kind extends FileKind>(
  { config, log }: Pick<AppContext, "config" | "log">,
  bytes: Buffer,
  expected: ExpectedFile<Kind>,
): Promise<Kind> {
  const kind = await checkFile(bytes, expected);
  const { clamd } = config.files;
  if (clamd !== undefined) {
    await requireClean(createClamdScanner(clamd), bytes, log);
  }
  return kind;
}

async function requireClean(
  scanner: VirusScanner,
  bytes: Buffer,
  log: AppContext["log"],
): Promise<void> {
  try {
    const verdict = await scanner.scan(bytes);
    if (verdict.kind === "infected") {
      throw new Refusal("file_infected", { internal: `infected with ${verdict.signature}` });
    }
  } catch (error) {
    if (error instanceof Refusal) {
      throw error;
    }
    // An error means that there is no verdict.
    log.error({ err: error }, "file refused because it could not be scanned");
    throw new Refusal("virus_scan_unavailable", {
      cause: error,
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
}
