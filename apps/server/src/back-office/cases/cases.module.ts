import { defineModule } from "../../module.ts";
import { startCaseExpiry } from "./decisions/expire-cases.ts";
import { sealedDocuments } from "./documents/reseal-documents.ts";
import { registerOperatorReviewsRoutes } from "./operator-reviews.routes.ts";
import { registerReviewsRoutes } from "./reviews.routes.ts";
import { casesQueue } from "./waiting-cases.repository.ts";

export const casesModule = defineModule({
  name: "cases",
  needs: ["approvals", "files", "mail", "people"],
  routes: [registerReviewsRoutes, registerOperatorReviewsRoutes],
  jobs: [startCaseExpiry],
  queues: [casesQueue],
  sealedStores: [sealedDocuments],
});
