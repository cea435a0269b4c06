import * as z from "zod/mini";
import { timestamp } from "../fields.ts";

export const ANNOUNCEMENT_TYPES = ["info", "warning", "success", "error"] as const;

/** An announcement as readers get it. `content` is HTML, cleaned on write and again on show. */
export const announcement = z.object({
  id: z.string(),
  type: z.enum(ANNOUNCEMENT_TYPES),
  title: z.string(),
  content: z.string(),
  publishedAt: timestamp,
});

export const activeAnnouncements = z.array(announcement);

export type Announcement = z.infer<typeof announcement>;
