import { sessionStore } from "../../../../lib/session/session-store.ts";
import type { AnnouncementDraft } from "./announcement-draft.ts";

interface KeptDraft {
  readonly username: string | undefined;
  readonly draft: AnnouncementDraft;
}

/** What is written and not saved, by the id that is edited. Never in the browser's store. */
const kept = new Map<string, KeptDraft>();

const writer = () => sessionStore.get().user?.username;

/** Keeps what was written so far, so that a session that ends in the middle takes nothing along. */
export function keepDraft(id: string, draft: AnnouncementDraft): void {
  kept.set(id, { username: writer(), draft });
}

/** Forgets what was saved, or given up. */
export function forgetDraft(id: string): void {
  kept.delete(id);
}

/** What the same person wrote there before and did not save. */
export function keptDraft(id: string): AnnouncementDraft | undefined {
  const found = kept.get(id);
  return found !== undefined && found.username === writer() ? found.draft : undefined;
}
