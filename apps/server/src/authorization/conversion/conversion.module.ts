import { defineModule } from "../../module.ts";

export const conversionModule = defineModule({
  name: "conversion",
  needs: ["decision", "messages", "pricing", "rates"],
});
