export { requireRoomFor } from "./open-position.ts";
export { turnoverGuard } from "./position-counters.ts";
