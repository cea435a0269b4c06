import { defineModule } from "../../module.ts";
import { measureHolds } from "./count-holds.ts";
import { startHoldExpiry } from "./expire-holds.ts";

export const holdsModule = defineModule({
  name: "holds",
  needs: [
    "approvals",
    "conversion",
    "decision",
    "keep-alive",
    "lifecycle",
    "messages",
    "pricing",
    "rule-sets",
    "rules",
    "vault",
    "velocity",
  ],
  jobs: [startHoldExpiry],
  figures: [measureHolds],
});
