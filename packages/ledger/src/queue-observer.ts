/** Authorizations are sent first, because a card network is waiting for the response. */
export type Priority = "authorization" | "normal";

/** Receives measurements of the queue. Called on the payment path, so it must be quick. */
export interface QueueObserver {
  /** Called when a movement gets a place in a batch. */
  placed(priority: Priority, waitedMs: number): void;
  /** Called when the database has responded to a batch. */
  answered(movements: number, durationMs: number): void;
}
