import { readStoredJson, STORAGE_KEYS, writeStored } from "../../../lib/session/storage.ts";
import { fnv1a32 } from "../../../ui/mosaic/seed.ts";

/** Maximum number of people remembered in a shared browser. The oldest entry is dropped first. */
const MAX_REMEMBERED = 20;

/**
 * Returns a hash that identifies a person without revealing their name, because browsers may be
 * shared.
 */
function markOf(username: string): string {
  return fnv1a32(`welcome ${username}`).toString(16);
}

function asMarks(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length <= MAX_REMEMBERED;
  return isList && value.every((mark) => typeof mark === "string" && /^[0-9a-f]{1,8}$/.test(mark))
    ? value
    : undefined;
}

/**
 * Returns the hashes of people whose checklist has ended. Removes the stored item only if it is
 * corrupt.
 */
function endedMarks(): readonly string[] {
  return readStoredJson(STORAGE_KEYS.welcomeEnded, asMarks) ?? [];
}

/** Returns true if this person finished or dismissed the checklist in this browser. */
export function hasWelcomeEnded(username: string): boolean {
  return endedMarks().includes(markOf(username));
}

/** Records that this person's checklist has ended. */
export function endWelcome(username: string): void {
  const mark = markOf(username);
  const others = endedMarks().filter((one) => one !== mark);
  const marks = [...others, mark].slice(-MAX_REMEMBERED);
  writeStored(STORAGE_KEYS.welcomeEnded, JSON.stringify(marks));
}
