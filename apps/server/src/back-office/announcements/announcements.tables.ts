import type { Table } from "../../platform/database/table.ts";

type AnnouncementRow = Table<"announcement">;

type AnnouncementTextRow = Table<"announcement_text">;

export type AnnouncementTables = {
  announcement: AnnouncementRow;
  announcement_text: AnnouncementTextRow;
};
