import { defineModule } from "../../module.ts";

export const messagesModule = defineModule({
  name: "messages",
  needs: ["decision"],
});
