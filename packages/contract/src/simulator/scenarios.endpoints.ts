import { endpoint } from "../endpoint.ts";
import {
  beginPracticeBody,
  practice,
  practiceClockBody,
  practiceExport,
  practicePlay,
  practiceStepBody,
} from "./scenarios.schemas.ts";

const tag = "practice";
const access = "session";

export const getPractice = endpoint({
  method: "GET",
  path: "/api/practice",
  summary: "The customer's practice: its card, clock, rules and what was played. No real money",
  tag,
  access,
  success: { status: 200, body: practice },
  errors: ["practice_unavailable"],
});

/** Also restarts practice, with a new card, the current rules, and the clock set to today. */
export const beginPractice = endpoint({
  method: "POST",
  path: "/api/practice",
  summary: "Start or restart a practice, with a card of its own and the customer's rules",
  tag,
  access,
  idempotencyKey: "welcome",
  body: beginPracticeBody,
  success: { status: 201, body: practice },
  errors: ["practice_unavailable"],
});

export const playPracticeStep = endpoint({
  method: "POST",
  path: "/api/practice/steps",
  summary: "Play the next step of a scenario; any other step is refused",
  tag,
  access,
  idempotencyKey: "welcome",
  body: practiceStepBody,
  success: { status: 200, body: practicePlay },
  errors: ["not_found", "practice_moved_on", "practice_over", "practice_unavailable"],
});

/** Holds and held payments that expire during the move end at their own expiration times. */
export const movePracticeClock = endpoint({
  method: "POST",
  path: "/api/practice/clock",
  summary: "Move the practice's own clock forward",
  tag,
  access,
  idempotencyKey: "welcome",
  body: practiceClockBody,
  success: { status: 200, body: practicePlay },
  errors: ["not_found", "practice_moved_on", "practice_over", "practice_unavailable"],
});

export const exportPractice = endpoint({
  method: "GET",
  path: "/api/practice/export",
  summary: "The practice as a test fixture: what was played, decided and written",
  tag,
  access,
  success: { status: 200, body: practiceExport },
  errors: ["not_found", "practice_unavailable"],
});

export const practiceEndpoints = {
  getPractice,
  beginPractice,
  playPracticeStep,
  movePracticeClock,
  exportPractice,
} as const;
