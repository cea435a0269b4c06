import { endpoint } from "../endpoint.ts";
import { activeAnnouncements } from "./announcements.schemas.ts";

const tag = "announcements";

export const listActiveAnnouncements = endpoint({
  method: "GET",
  path: "/api/announcements/active",
  summary: "Current announcements in the reader's language; some only for signed-in users",
  tag,
  access: "optional",
  success: { status: 200, body: activeAnnouncements },
});

export const announcementsEndpoints = {
  listActiveAnnouncements,
} as const;
