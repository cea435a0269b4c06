/**
 * How long a test waits, in milliseconds, for something that normally takes a moment. On a machine
 * whose cores are all busy, it can take a hundred times as long.
 */
export const PATIENCE_MS = 60_000;
