import { defineModule } from "../../module.ts";
import { registerAnnouncementsRoutes } from "./announcements.routes.ts";
import { recleanAnnouncements } from "./reclean-announcements.ts";

export const announcementsModule = defineModule({
  name: "announcements",
  needs: [],
  routes: [registerAnnouncementsRoutes],
  jobs: [recleanAnnouncements],
});
