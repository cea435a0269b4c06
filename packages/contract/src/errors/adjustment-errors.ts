import { entry } from "./catalog-entry.ts";

/** Errors about adjustments. */
export const CORRECTION_ERRORS = {
  correction_own: entry(
    403,
    "You proposed this. Someone else has to decide on it.",
    "这是你提出的更正，须由他人决定",
    "這是你提出的更正，須由他人決定",
  ),
  correction_not_yours: entry(
    403,
    "Someone else proposed this. Only they can change or withdraw it.",
    "该更正由他人提出，仅提出者可修改或撤回",
    "此更正由他人提出，僅提出者可修改或撤回",
  ),
  correction_above_limit: entry(
    409,
    "Exceeds the limit for a single adjustment. No money moved.",
    "超出单笔更正的上限，未作任何变动",
    "超出單筆更正的上限，未作任何變動",
  ),
  correction_below_zero: entry(
    409,
    "This would take the balance below zero. No money moved.",
    "余额将低于零，未作任何变动",
    "餘額將低於零，未作任何變動",
  ),
  correction_changed: entry(
    409,
    "This proposal has changed. No money moved. Review it before you decide.",
    "该提议已被修改，未作任何变动，请重新查看后再决定",
    "此提議已被修改，未作任何變動，請重新檢視後再決定",
  ),
  correction_decided: entry(
    409,
    "This proposal was already decided, or it has expired.",
    "该提议已有决定或已过期",
    "此提議已有決定或已過期",
  ),
} as const;
