import { sessionStore } from "../../../../lib/session/session-store.ts";
import type { AnnouncementDraft } from "./announcement-draft.ts";

interface KeptDraft {
  readonly username: string | undefined;
  readonly draft: AnnouncementDraft;
}

/** Unsaved drafts by announcement id, kept only in memory and never in browser storage. */
const kept = new Map<string, KeptDraft>();

const writer = () => sessionStore.get().user?.username;

/** Stores a draft, so that it survives an expired session. */
export function keepDraft(id: string, draft: AnnouncementDraft): void {
  kept.set(id, { username: writer(), draft });
}

/** Deletes the stored draft of an announcement that was saved or discarded. */
export function forgetDraft(id: string): void {
  kept.delete(id);
}

/** Returns the unsaved draft that the same operator wrote earlier. */
export function keptDraft(id: string): AnnouncementDraft | undefined {
  const found = kept.get(id);
  return found !== undefined && found.username === writer() ? found.draft : undefined;
}
