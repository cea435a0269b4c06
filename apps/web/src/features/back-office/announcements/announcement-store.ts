import { createStore } from "../../../lib/session/store.ts";

/** Whether announcements are open, and whether they have been seen since the page load. */
export const announcementStore = createStore({ open: false, seen: false });

export function openAnnouncements(): void {
  announcementStore.set({ open: true, seen: true });
}

export function closeAnnouncements(): void {
  announcementStore.set({ ...announcementStore.get(), open: false });
}
