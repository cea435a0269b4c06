import { defineModule } from "../../module.ts";

export const peopleModule = defineModule({
  name: "people",
  needs: ["legal", "mail"],
});
