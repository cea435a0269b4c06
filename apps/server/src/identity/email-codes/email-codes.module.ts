import { defineModule } from "../../module.ts";
import { startEmailCodes } from "./start-email-codes.ts";

export const emailCodesModule = defineModule({
  name: "email-codes",
  needs: [],
  jobs: [startEmailCodes],
});
