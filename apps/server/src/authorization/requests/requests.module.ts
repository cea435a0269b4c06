import { defineModule } from "../../module.ts";
import { authorizationMeasures } from "./authorization-measures.ts";
import { startForgettingNumbers } from "./count-unknown-number.ts";
import { registerPreflightRoutes } from "./preflight.routes.ts";
import { countUnanswered, startSettlingHolds } from "./unanswered-holds.ts";

export const requestsModule = defineModule({
  name: "requests",
  needs: [
    "clearing",
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
  jobs: [startSettlingHolds, startForgettingNumbers],
  figures: [countUnanswered],
  instruments: [authorizationMeasures],
});
