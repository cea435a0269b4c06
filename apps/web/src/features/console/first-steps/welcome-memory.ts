import { readStoredJson, STORAGE_KEYS, writeStored } from "../../../lib/session/storage.ts";
import { fnv1a32 } from "../../../ui/mosaic/seed.ts";

/** Enough for everybody who shares a browser; the oldest makes room. */
const MAX_REMEMBERED = 20;

/** Who it is about without saying who: a browser may be shared. */
function markOf(username: string): string {
  return fnv1a32(`welcome ${username}`).toString(16);
}

function asMarks(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length <= MAX_REMEMBERED;
  return isList && value.every((mark) => typeof mark === "string" && /^[0-9a-f]{1,8}$/.test(mark))
    ? value
    : undefined;
}

/** Those whose checklist ended. A corrupt item is removed, and nothing beside it. */
function endedMarks(): readonly string[] {
  return readStoredJson(STORAGE_KEYS.welcomeEnded, asMarks) ?? [];
}

/** Whether this person's checklist ended in this browser, done or put away. */
export function hasWelcomeEnded(username: string): boolean {
  return endedMarks().includes(markOf(username));
}

/** Remembers that this person's checklist ended. */
export function endWelcome(username: string): void {
  const mark = markOf(username);
  const others = endedMarks().filter((one) => one !== mark);
  const marks = [...others, mark].slice(-MAX_REMEMBERED);
  writeStored(STORAGE_KEYS.welcomeEnded, JSON.stringify(marks));
}
