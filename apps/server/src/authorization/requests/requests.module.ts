import { defineModule } from "../../module.ts";
import { authorizationMeasures } from "./authorization-measures.ts";
import { registerPreflightRoutes } from "./preflight.routes.ts";
import { startHeartbeat } from "./process-heartbeat.ts";
import {
  startClosingAnsweredCases,
  unansweredHoldCases,
} from "./unanswered/unanswered-hold-cases.ts";
import { countUnanswered, startSettlingHolds } from "./unanswered/unanswered-holds.ts";
import { startForgettingNumbers } from "./unknown-numbers/count-unknown-number.ts";

export const requestsModule = defineModule({
  name: "requests",
  needs: [
    "bills",
    "cases",
    "clearing",
    "conversion",
    "decision",
    "holds",
    "issuance",
    "lifecycle",
    "messages",
    "program",
    "rule-sets",
    "unmatched",
    "vault",
    "velocity",
  ],
  routes: [registerPreflightRoutes],
  jobs: [startHeartbeat, startSettlingHolds, startClosingAnsweredCases, startForgettingNumbers],
  caseHandlers: [unansweredHoldCases],
  figures: [countUnanswered],
  instruments: [authorizationMeasures],
});
