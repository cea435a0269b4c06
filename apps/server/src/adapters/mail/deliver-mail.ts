import { createTransport, type Transporter } from "nodemailer";
import type { AppContext } from "../../platform/context.ts";
import { MAIL_QUEUE, type Mail, openMail, type SealedMail } from "./enqueue-mail.ts";
import { storeMail } from "./mailbox.repository.ts";
import { renderMail } from "./render-mail.ts";

const SMTP_TIMEOUT_MS = 10_000;

/**
 * Creates the mail client, or returns undefined in the sandbox, which delivers to its own mailbox.
 */
function createMailer(context: AppContext): Transporter | undefined {
  const { smtpUrl, mode } = context.config;
  if (smtpUrl === undefined) {
    // Outside the sandbox, emails would be lost without a mail server.
    if (mode !== "sandbox") {
      throw new Error("only the sandbox runs without a mail server");
    }
    return undefined;
  }
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns the text as a single line, so that it cannot inject a header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, " ").slice(0, 200);
}

async function send(
  context: AppContext,
  mailer: Transporter | undefined,
  id: string,
  mail: Mail,
): Promise<void> {
  if (/[\s,;<>"\0]/.test(mail.to)) {
    context.log.error({ mailId: id }, "mail dropped because its recipient is not a single address");
    return;
  }
  const { subject, text, html } = await renderMail(mail.content, mail.locale);
  await mailer?.sendMail({
    from: context.config.mailFrom,
    replyTo: context.config.mailReplyTo,
    to: { name: "", address: mail.to },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@tessera>`,
    headers: { "Auto-Submitted": "auto-generated" },
  });
  if (context.config.mode === "sandbox") {
    const sentAt = context.clock.now();
    await storeMail(context.db.kysely, { id, to: mail.to, subject, text, html, sentAt });
  }
}

/** Starts sending queued emails. If the mail server does not respond, sending is retried later. */
export async function startMail(context: AppContext): Promise<void> {
  const mailer = createMailer(context);
  await context.jobs.work<SealedMail>(MAIL_QUEUE, async (payload) => {
    const mail = openMail(context, payload);
    if (mail === null || Date.parse(payload.expiresAt) < context.clock.now().getTime()) {
      return;
    }
    await send(context, mailer, payload.id, mail);
  });
}
