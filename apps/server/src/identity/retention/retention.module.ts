import { defineModule } from "../../module.ts";
import { erasuresQueue } from "./erasure.repository.ts";
import { startRetention } from "./start-retention.ts";

export const retentionModule = defineModule({
  name: "retention",
  needs: ["scenarios"],
  jobs: [startRetention],
  queues: [erasuresQueue],
});
