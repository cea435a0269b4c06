import { readStored, STORAGE_KEYS, writeStored } from "../../../lib/session/storage.ts";

const SUPPRESSED_MS = 24 * 60 * 60_000;

/** Returns true if the user hid announcements less than 24 hours ago. */
export function isSuppressed(nowMs: number): boolean {
  const hiddenAtMs = Number(readStored(STORAGE_KEYS.announcementHiddenAt) ?? Number.NaN);
  const agoMs = nowMs - hiddenAtMs;
  // A timestamp in the future means that a clock was wrong; honoring it would hide announcements
  // for too long.
  return agoMs >= 0 && agoMs < SUPPRESSED_MS;
}

/** Keeps announcements from popping up for 24 hours. */
export function suppress(nowMs: number): void {
  writeStored(STORAGE_KEYS.announcementHiddenAt, String(nowMs));
}
