export { enqueueMail, mailQueue, openMail, type SealedMail } from "./enqueue-mail.ts";
export type { MailContent } from "./render-mail.ts";
