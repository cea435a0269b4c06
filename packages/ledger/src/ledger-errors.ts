/** Thrown if the queue is full. Nothing was sent. Respond with 503, so that the caller retries. */
export class LedgerBusyError extends Error {
  constructor() {
    super("the ledger has too much waiting");
    this.name = "LedgerBusyError";
  }
}

/** Thrown if the deadline passed before the movement was sent. Nothing happened. */
export class DeadlineError extends Error {
  constructor() {
    super("the movement waited longer than it may");
    this.name = "DeadlineError";
  }
}

/** Thrown if the ledger is closing and no longer accepts movements. */
export class LedgerClosedError extends Error {
  constructor() {
    super("the ledger is closed");
    this.name = "LedgerClosedError";
  }
}

/**
 * Thrown for a malformed movement, which is invalid regardless of the ledger's content: a bug in
 * the caller.
 */
export class InvalidMovementError extends Error {
  constructor(reason: string) {
    super(`invalid movement: ${reason}`);
    this.name = "InvalidMovementError";
  }
}
