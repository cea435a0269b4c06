import { defineModule } from "../../module.ts";

export const clearingModule = defineModule({
  name: "clearing",
  needs: ["conversion", "decision", "holds", "lifecycle", "messages", "velocity"],
});
