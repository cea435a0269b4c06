import { defineModule } from "../../module.ts";
import { CARD_DIRECTORY_CHECKS } from "./card-directory-checks.repository.ts";
import { registerIssuanceRoutes } from "./issuance.routes.ts";
import { startListingCards } from "./list-cards-in-directory.ts";
import { sealedHolders } from "./reseal-holders.ts";

export const issuanceModule = defineModule({
  name: "issuance",
  needs: ["decision", "lifecycle", "security-hold", "sessions", "vault", "velocity"],
  routes: [registerIssuanceRoutes],
  jobs: [startListingCards],
  sealedStores: [sealedHolders],
  invariants: CARD_DIRECTORY_CHECKS,
});
