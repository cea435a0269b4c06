import { createStore } from "../../../lib/session/store.ts";

/** Whether announcements are on the screen, and whether they have been looked at this time. */
export const announcementStore = createStore({ open: false, seen: false });

export function openAnnouncements(): void {
  announcementStore.set({ open: true, seen: true });
}

export function closeAnnouncements(): void {
  announcementStore.set({ ...announcementStore.get(), open: false });
}
