import { defineModule } from "../../module.ts";
import { ASSET_CHECKS } from "./asset-checks.repository.ts";

export const assetBooksModule = defineModule({
  name: "asset-books",
  needs: ["exchange"],
  invariants: ASSET_CHECKS,
});
