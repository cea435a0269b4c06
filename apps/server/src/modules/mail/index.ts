export { startMail } from "./deliver-mail.ts";
export { enqueueMail } from "./enqueue-mail.ts";
export { registerMailRoutes } from "./mail.routes.ts";
export type { MailContent } from "./render-mail.ts";
