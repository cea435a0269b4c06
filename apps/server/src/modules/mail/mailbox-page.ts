import type { StoredMail } from "./mailbox.repository.ts";

/** How a mail's own HTML is shown: in a frame that may load and run nothing. */
export const mailFrame = {
  policy:
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'self'; " +
    "sandbox allow-popups allow-top-navigation-by-user-activation",
} as const;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  p.hint { margin: .25rem 0 1.5rem; opacity: .7; }
  details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    border-radius: .75rem; margin-bottom: .75rem; overflow: hidden; }
  summary { cursor: pointer; padding: .75rem 1rem; display: grid; gap: .1rem; }
  summary strong { font-weight: 600; }
  summary small { opacity: .7; font-variant-numeric: tabular-nums; }
  iframe { width: 100%; height: 28rem; border: 0; background: #fff; display: block; }
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function mailItem(mail: StoredMail, isNewest: boolean): string {
  const sentAt = mail.sentAt.toISOString();
  return `<details${isNewest ? " open" : ""}>
    <summary><strong>${escapeHtml(mail.subject)}</strong>
      <small>${escapeHtml(mail.to)} · <time datetime="${sentAt}">${sentAt}</time></small></summary>
    <iframe sandbox="allow-popups allow-top-navigation-by-user-activation" loading="lazy"
      title="${escapeHtml(mail.subject)}" src="/sandbox/mail/${mail.id}"></iframe>
  </details>`;
}

/** The mailbox as a page without scripts. */
export function mailboxPage(mails: readonly StoredMail[]): string {
  const items = mails.map((mail, index) => mailItem(mail, index === 0)).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="refresh" content="15">
  <title>Sandbox mailbox · Tessera</title>
  <style>${STYLE}</style>
</head>
<body>
  <h1>Sandbox mailbox</h1>
  <p class="hint">Every mail that Tessera sent, newest first. Nothing leaves this machine.</p>
  ${items === "" ? "<p>No mail yet.</p>" : items}
</body>
</html>
`;
}
