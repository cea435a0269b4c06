import { defineModule } from "../../module.ts";

export const clearingModule = defineModule({
  name: "clearing",
  needs: ["decision", "holds", "lifecycle", "messages", "velocity"],
});
