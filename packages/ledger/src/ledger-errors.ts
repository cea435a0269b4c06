/** The queue is full and nothing was sent. Respond with 503, so that the caller retries. */
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

/** The ledger is closing and accepts no movements. */
export class LedgerClosedError extends Error {
  constructor() {
    super("the ledger is closed");
    this.name = "LedgerClosedError";
  }
}

/** A malformed movement, invalid regardless of the ledger's content: a bug in the caller. */
export class InvalidMovementError extends Error {
  constructor(reason: string) {
    super(`invalid movement: ${reason}`);
    this.name = "InvalidMovementError";
  }
}
