export { startMail } from "./deliver-mail.ts";
export { enqueueMail, MAIL_QUEUE } from "./enqueue-mail.ts";
export { registerMailRoutes } from "./mail.routes.ts";
export type { MailContent } from "./render-mail.ts";
export { sealedMails } from "./reseal-mails.ts";
