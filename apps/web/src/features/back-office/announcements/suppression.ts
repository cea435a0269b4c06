import { readStored, STORAGE_KEYS, writeStored } from "../../../lib/session/storage.ts";

const SUPPRESSED_MS = 24 * 60 * 60_000;

/** Whether the reader asked, less than 24 hours ago, not to be shown announcements. */
export function isSuppressed(nowMs: number): boolean {
  const hiddenAtMs = Number(readStored(STORAGE_KEYS.announcementHiddenAt) ?? Number.NaN);
  const agoMs = nowMs - hiddenAtMs;
  // A time that is yet to come was written by a wrong clock, and would suppress for too long.
  return agoMs >= 0 && agoMs < SUPPRESSED_MS;
}

/** Keeps announcements from popping up for 24 hours. */
export function suppress(nowMs: number): void {
  writeStored(STORAGE_KEYS.announcementHiddenAt, String(nowMs));
}
