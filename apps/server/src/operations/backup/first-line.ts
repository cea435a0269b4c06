import { DamagedBackupError } from "./damaged-backup-error.ts";
import type { SealingTerms } from "./sealed-stream.ts";

const PLAIN = "tessera-backup 1 plain\n";
const SEALED = /^tessera-backup 1 sealed ([A-Za-z0-9+/=]{24}) ([A-Za-z0-9+/=]{12}) (\d{2})\n$/;
/** Maximum length of a first line, in bytes. */
export const FIRST_LINE_MAX_BYTES = 128;
/**
 * Maximum accepted cost of key derivation. At a higher cost, a single derivation would need a
 * gigabyte of memory.
 */
const COST_LOG_MAX = 20;

/** Returns the first line of a backup, which identifies the file and states how it is sealed. */
export function firstLineOf(terms: SealingTerms | undefined): string {
  if (terms === undefined) {
    return PLAIN;
  }
  const { salt, noncePrefix, costLog } = terms;
  const [saltText, prefixText] = [salt.toString("base64"), noncePrefix.toString("base64")];
  return `tessera-backup 1 sealed ${saltText} ${prefixText} ${costLog}\n`;
}

/**
 * Parses a first line.
 *
 * @returns the sealing parameters, or undefined if the backup is not sealed
 * @throws DamagedBackupError
 */
export function parseFirstLine(line: string): SealingTerms | undefined {
  if (line === PLAIN) {
    return undefined;
  }
  const [, salt, noncePrefix, costLog] = SEALED.exec(line) ?? [];
  if (salt === undefined || noncePrefix === undefined || Number(costLog) > COST_LOG_MAX) {
    throw new DamagedBackupError("it is not a backup of Tessera, or one of a later version");
  }
  return {
    salt: Buffer.from(salt, "base64"),
    noncePrefix: Buffer.from(noncePrefix, "base64"),
    costLog: Number(costLog),
  };
}
