import type { AnnouncementInput } from "@tessera/contract/back-office/announcements.schemas";
import { Refusal } from "../../platform/http/refusal.ts";
import { hasAMoment, plannedSchedule, type Schedule } from "./schedule.policy.ts";

/**
 * Returns when an announcement is shown, like {@link plannedSchedule}, and checks the schedule.
 *
 * @throws Refusal `invalid_input` if the end is before the start
 */
export function checkSchedule(input: AnnouncementInput, now: Date, before?: Schedule): Schedule {
  const schedule = plannedSchedule(input, now, before);
  if (!hasAMoment(schedule)) {
    throw new Refusal("invalid_input", { fields: [{ path: "endsAt", code: "ends_before_start" }] });
  }
  return schedule;
}
