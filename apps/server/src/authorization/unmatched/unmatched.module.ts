import { defineModule } from "../../module.ts";
import { countUnmatched } from "./count-unmatched.ts";
import { startSettlingUnmatched } from "./settle-unmatched.ts";
import { registerUnmatchedRoutes } from "./unmatched.routes.ts";
import { unmatchedQueue } from "./waiting-messages.repository.ts";

export const unmatchedModule = defineModule({
  name: "unmatched",
  needs: ["bills", "clearing", "conversion", "decision", "holds", "messages"],
  routes: [registerUnmatchedRoutes],
  jobs: [startSettlingUnmatched],
  gauges: [countUnmatched],
  queues: [unmatchedQueue],
});
