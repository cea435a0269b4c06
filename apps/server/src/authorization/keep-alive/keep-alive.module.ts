import { defineModule } from "../../module.ts";
import { startForgettingNotices } from "./forget-notices.ts";

export const keepAliveModule = defineModule({
  name: "keep-alive",
  needs: ["decision", "mail", "people"],
  jobs: [startForgettingNotices],
});
