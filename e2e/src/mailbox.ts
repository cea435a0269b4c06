const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Emails whose codes have been used. Each code is valid only once. */
const given = new Set<string>();

/** An email in the sandbox's mailbox. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: string;
}

export interface Mailbox {
  /** Returns every email to `address`, newest first. */
  readonly to: (address: string) => Promise<readonly Mail[]>;
  /**
   * Waits for an email to `address` and returns the newest.
   *
   * @throws Error if no email arrives within a minute
   */
  readonly waitFor: (address: string) => Promise<Mail>;
  /**
   * Waits for an email to `address` with an unused code and returns the newest code: six digits on
   * a separate line. Other emails may arrive before or after it.
   */
  readonly codeFor: (address: string) => Promise<string>;
}

/** Returns the mailbox of the sandbox at `origin`. */
export function openMailbox(origin: string): Mailbox {
  const to: Mailbox["to"] = async (address) => {
    const answer = await fetch(`${origin}/sandbox/mail.json?to=${encodeURIComponent(address)}`);
    if (!answer.ok) {
      throw new Error(`The mailbox returned ${answer.status}.`);
    }
    const { data } = (await answer.json()) as { readonly data: readonly Mail[] };
    return data;
  };
  const poll = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
    const deadline = performance.now() + WAIT_MS;
    while (performance.now() < deadline) {
      const found = await look();
      if (found !== undefined) {
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`${what} came within ${WAIT_MS / 1000} s.`);
  };
  const waitFor: Mailbox["waitFor"] = (address) =>
    poll(`No mail to ${address}`, async () => (await to(address))[0]);
  const codeFor: Mailbox["codeFor"] = (address) =>
    poll(`No new code for ${address}`, async () => {
      for (const { id, text } of await to(address)) {
        const code = /^\d{6}$/m.exec(text)?.[0];
        if (code !== undefined && !given.has(id)) {
          given.add(id);
          return code;
        }
      }
      return undefined;
    });
  return { to, waitFor, codeFor };
}
