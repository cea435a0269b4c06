import { defineModule } from "../../module.ts";

export const productsModule = defineModule({
  name: "products",
  needs: ["pricing"],
});
