export { registerAnnouncementsRoutes } from "./announcements.routes.ts";
export { createAnnouncement } from "./create-announcement.ts";
export { recleanAnnouncements } from "./reclean-announcements.ts";
