/**
 * Thrown for a file that is truncated, damaged, or not a backup. No part of such a file is used.
 */
export class DamagedBackupError extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = "DamagedBackupError";
  }
}
