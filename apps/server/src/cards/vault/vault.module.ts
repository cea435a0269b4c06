import { defineModule } from "../../module.ts";
import { sealedNumbers } from "./reseal-numbers.ts";

export const vaultModule = defineModule({
  name: "vault",
  needs: [],
  sealedStores: [sealedNumbers],
});
