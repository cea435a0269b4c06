import { endpoint } from "../endpoint.ts";
import { activeAnnouncements } from "./announcements.schemas.ts";

const tag = "announcements";

export const listActiveAnnouncements = endpoint({
  method: "GET",
  path: "/api/announcements/active",
  summary:
    "Announcements to show now, in the reader's language; some for signed-in customers alone",
  tag,
  access: "optional",
  success: { status: 200, body: activeAnnouncements },
});

export const announcementsEndpoints = {
  listActiveAnnouncements,
} as const;
