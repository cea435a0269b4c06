/**
 * Time, in milliseconds, for which a test waits for something that normally takes a moment. On a
 * machine whose cores are all busy, it can take a hundred times as long.
 */
export const PATIENCE_MS = 60_000;
