export { registerAnnouncementsRoutes } from "./announcements.routes.ts";
export { type PublishAnnouncementInput, publishAnnouncement } from "./publish-announcement.ts";
export { recleanAnnouncements } from "./reclean-announcements.ts";
