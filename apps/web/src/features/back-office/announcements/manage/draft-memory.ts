import { sessionStore } from "../../../../lib/session/session-store.ts";
import type { AnnouncementDraft } from "./announcement-draft.ts";

interface KeptDraft {
  readonly username: string | undefined;
  readonly draft: AnnouncementDraft;
}

/** Unsaved drafts by announcement id, kept only in memory and never in browser storage. */
const kept = new Map<string, KeptDraft>();

const writer = () => sessionStore.get().user?.username;

/** Stores a draft in memory so that it survives the end of the session. */
export function keepDraft(id: string, draft: AnnouncementDraft): void {
  kept.set(id, { username: writer(), draft });
}

/** Deletes the stored draft after the announcement is saved or the edits are discarded. */
export function forgetDraft(id: string): void {
  kept.delete(id);
}

/** Returns the unsaved draft if this operator wrote it. */
export function keptDraft(id: string): AnnouncementDraft | undefined {
  const found = kept.get(id);
  return found !== undefined && found.username === writer() ? found.draft : undefined;
}
