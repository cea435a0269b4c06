/** Thrown for a backup that is truncated, damaged, or not a backup; no part of it is used. */
export class DamagedBackupError extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = "DamagedBackupError";
  }
}
