import { defineModule } from "../../module.ts";
import { startRetention } from "./start-retention.ts";

export const retentionModule = defineModule({
  name: "retention",
  needs: ["scenarios"],
  jobs: [startRetention],
});
