export { enqueueMail, mailQueue } from "./enqueue-mail.ts";
export type { MailContent } from "./render-mail.ts";
