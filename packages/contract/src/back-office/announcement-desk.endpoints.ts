import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  adminAnnouncement,
  adminAnnouncements,
  batchDeleteBody,
  batchDeleted,
  changeAnnouncementBody,
  createAnnouncementBody,
  listAnnouncementsQuery,
} from "./announcements.schemas.ts";

const tag = "announcements";
const access = "operator";
const roles = ["support", "administrator"] as const;

export const listAnnouncements = endpoint({
  method: "GET",
  path: "/api/admin/announcements",
  summary: "Every announcement with all its texts, newest first",
  tag,
  access,
  cells: "program",
  roles,
  query: listAnnouncementsQuery,
  success: { status: 200, body: adminAnnouncements },
});

export const getAnnouncement = endpoint({
  method: "GET",
  path: "/api/admin/announcements/:id",
  summary: "One announcement as it is now, to edit it",
  tag,
  access,
  cells: "program",
  roles,
  params: idParams,
  success: { status: 200, body: adminAnnouncement },
});

export const createAnnouncement = endpoint({
  method: "POST",
  path: "/api/admin/announcements",
  summary: "Create an announcement: a draft, scheduled, or shown immediately",
  tag,
  access,
  cells: "program",
  roles,
  idempotencyKey: "welcome",
  body: createAnnouncementBody,
  success: { status: 201, body: adminAnnouncement },
});

export const changeAnnouncement = endpoint({
  method: "PUT",
  path: "/api/admin/announcements/:id",
  summary: "Replace a whole announcement; refused if it was changed since",
  tag,
  access,
  cells: "program",
  roles,
  params: idParams,
  body: changeAnnouncementBody,
  success: { status: 200, body: adminAnnouncement },
  errors: ["announcement_changed"],
});

export const deleteAnnouncement = endpoint({
  method: "DELETE",
  path: "/api/admin/announcements/:id",
  summary: "Delete an announcement",
  tag,
  access,
  cells: "program",
  roles,
  params: idParams,
  success: { status: 204, body: null },
});

export const deleteAnnouncements = endpoint({
  method: "POST",
  path: "/api/admin/announcements/batch-delete",
  summary: "Delete several announcements, or none if one of them does not exist",
  tag,
  access,
  cells: "program",
  roles,
  idempotencyKey: "welcome",
  body: batchDeleteBody,
  success: { status: 200, body: batchDeleted },
  errors: ["not_found"],
});

export const announcementDesk = {
  listAnnouncements,
  getAnnouncement,
  createAnnouncement,
  changeAnnouncement,
  deleteAnnouncement,
  deleteAnnouncements,
} as const;
