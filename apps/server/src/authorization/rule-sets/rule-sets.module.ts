import { defineModule } from "../../module.ts";
import { watchUnreadable } from "./watch-unreadable.ts";

export const ruleSetsModule = defineModule({
  name: "rule-sets",
  needs: ["decision"],
  gauges: [watchUnreadable],
});
