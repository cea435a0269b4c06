export { enqueueMail } from "./enqueue-mail.ts";
export type { MailContent } from "./render-mail.ts";
