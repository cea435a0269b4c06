import { defineModule } from "../../module.ts";

export const velocityModule = defineModule({
  name: "velocity",
  needs: ["decision", "rule-sets"],
});
