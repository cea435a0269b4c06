import { defineModule } from "../../module.ts";
import { registerMyDataRoutes } from "./my-data.routes.ts";
import { sealedArchives } from "./reseal-archives.ts";
import { startMyData } from "./start-my-data.ts";

export const myDataModule = defineModule({
  name: "my-data",
  needs: ["cases", "issuance", "mail", "people", "receipts", "support"],
  routes: [registerMyDataRoutes],
  jobs: [startMyData],
  sealedStores: [sealedArchives],
});
