const WAIT_MS = 10_000;
const POLL_MS = 150;

/** A mail as the sandbox's mailbox shows it. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: string;
}

export interface Mailbox {
  /** Every mail to `address`, newest first. */
  readonly to: (address: string) => Promise<readonly Mail[]>;
  /**
   * The newest mail to `address`, waited for.
   * @throws when none has come within ten seconds.
   */
  readonly waitFor: (address: string) => Promise<Mail>;
  /** The code in the newest mail to `address`, waited for: its only run of exactly six digits. */
  readonly codeFor: (address: string) => Promise<string>;
}

/** The sandbox's mailbox at `origin`. */
export function openMailbox(origin: string): Mailbox {
  const to: Mailbox["to"] = async (address) => {
    const answer = await fetch(`${origin}/sandbox/mail.json`);
    if (!answer.ok) {
      throw new Error(`The mailbox answered ${answer.status}.`);
    }
    const { data } = (await answer.json()) as { readonly data: readonly Mail[] };
    return data.filter((mail) => mail.to === address);
  };
  const waitFor: Mailbox["waitFor"] = async (address) => {
    const deadline = performance.now() + WAIT_MS;
    while (performance.now() < deadline) {
      const [newest] = await to(address);
      if (newest !== undefined) {
        return newest;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`No mail to ${address} came within ${WAIT_MS / 1000} s.`);
  };
  const codeFor: Mailbox["codeFor"] = async (address) => {
    const { text } = await waitFor(address);
    const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
    if (code === undefined) {
      throw new Error(`The newest mail to ${address} holds no six-digit code.`);
    }
    return code;
  };
  return { to, waitFor, codeFor };
}
