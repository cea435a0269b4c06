import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How the double handles a mail. */
export type MailFate =
  | "accept"
  /** The connection breaks before the mail arrives. */
  | "drop_mail"
  /** The mail is accepted, but the connection breaks before the answer. */
  | "drop_answer"
  /** The answer comes late. */
  | "delay"
  /** "Try again later." */
  | "refuse"
  /** The answer is not SMTP. */
  | "lie";

const DELAY_MS = 2_000;

/** A mail that the double accepted. */
export interface AcceptedMail {
  readonly to: string;
  readonly messageId: string;
}

/** A mail server that loses, delays, refuses and repeats. */
export interface SmtpDouble {
  readonly url: string;
  readonly accepted: readonly AcceptedMail[];
  close(): Promise<void>;
}

/**
 * Starts the double. `fateOf` is asked once for each mail.
 *
 * @param ownPort the local port to listen on; a free one if absent
 */
export async function startSmtpDouble(fateOf: () => MailFate, ownPort = 0): Promise<SmtpDouble> {
  const accepted: AcceptedMail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    serve(socket, accepted, fateOf);
  });
  await new Promise<void>((resolve) => server.listen(ownPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) {
          socket.destroy();
        }
        server.close(() => resolve());
      }),
  };
}

function serve(socket: Socket, accepted: AcceptedMail[], fateOf: () => MailFate): void {
  let text = "";
  let isData = false;
  let to = "";
  const say = (line: string) => socket.write(`${line}\r\n`);

  async function take(mail: string): Promise<void> {
    const fate = fateOf();
    const [, messageId = ""] = /^message-id:\s*(<[^>]+>)/im.exec(mail) ?? [];
    if (fate === "drop_mail") {
      socket.destroy();
      return;
    }
    if (fate === "refuse") {
      say("451 try again later");
      return;
    }
    accepted.push({ to, messageId });
    if (fate === "drop_answer") {
      socket.destroy();
      return;
    }
    if (fate === "delay") {
      await sleep(DELAY_MS);
    }
    say(fate === "lie" ? "HTTP/1.1 200 OK" : "250 ok");
  }

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "RCPT") {
      [, to = ""] = /<([^>]*)>/.exec(line) ?? [];
    }
    if (verb === "DATA") {
      isData = true;
      say("354 go on");
      return;
    }
    say(verb === "QUIT" ? "221 bye" : "250 ok");
  }

  say("220 double");
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    for (;;) {
      const mark = isData ? "\r\n.\r\n" : "\r\n";
      const end = text.indexOf(mark);
      if (end < 0) {
        return;
      }
      const part = text.slice(0, end);
      text = text.slice(end + mark.length);
      if (isData) {
        isData = false;
        void take(part);
      } else {
        command(part);
      }
    }
  });
}
