export { createAnnouncement } from "./create-announcement.ts";
