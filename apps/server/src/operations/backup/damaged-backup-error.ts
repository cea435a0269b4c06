/** A backup that is cut off, damaged, or none at all; nothing of it is used. */
export class DamagedBackupError extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = "DamagedBackupError";
  }
}
