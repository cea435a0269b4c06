import { defineModule } from "../../module.ts";
import { startMail } from "./deliver-mail.ts";
import { mailQueue } from "./enqueue-mail.ts";
import { registerMailRoutes } from "./mail.routes.ts";
import { sealedMails } from "./reseal-mails.ts";

export const mailModule = defineModule({
  name: "mail",
  needs: [],
  routes: [registerMailRoutes],
  jobs: [startMail],
  queues: [mailQueue],
  sealedStores: [sealedMails],
});
