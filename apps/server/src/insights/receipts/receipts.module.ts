import { defineModule } from "../../module.ts";
import { registerReceiptsRoutes } from "./receipts.routes.ts";
import { sealedReceipts } from "./reseal-receipts.ts";

export const receiptsModule = defineModule({
  name: "receipts",
  needs: ["bills", "files"],
  routes: [registerReceiptsRoutes],
  sealedStores: [sealedReceipts],
});
