/** The queue is full; nothing was sent. Answer 503 and let the caller come again. */
export class LedgerBusyError extends Error {
  constructor() {
    super("the ledger has too much waiting");
    this.name = "LedgerBusyError";
  }
}

/** The deadline passed before the movement was sent; nothing happened. */
export class DeadlineError extends Error {
  constructor() {
    super("the movement waited longer than it may");
    this.name = "DeadlineError";
  }
}

/** The ledger is closing and takes nothing new. */
export class LedgerClosedError extends Error {
  constructor() {
    super("the ledger is closed");
    this.name = "LedgerClosedError";
  }
}

/** A movement that no caller may build: its shape is wrong, whatever the books hold. */
export class InvalidMovementError extends Error {
  constructor(reason: string) {
    super(`invalid movement: ${reason}`);
    this.name = "InvalidMovementError";
  }
}
