import { CustodianDouble, type Fate } from "@tessera/server/testing/custodian-double";
import { seededRandom } from "../../statistics.ts";
import { type MailFate, type SmtpDouble, startSmtpDouble } from "./smtp-double.ts";

/** The outside parties of a run, and whether they fail. */
export interface Partners {
  readonly custodian: CustodianDouble;
  readonly mail: SmtpDouble;
  /** Settings with which servers use these parties. */
  readonly settings: Readonly<Record<string, string>>;
  /** Lets some of the next calls of each kind go wrong. */
  disturb(): void;
  /** From now on, everything is answered as it should be. */
  calm(): void;
  close(): Promise<void>;
}

/** The fixed answer to each captcha, which the sandbox allows. */
export const CAPTCHA_ANSWER = "LAB";

const MAIL_FATES: readonly MailFate[] = ["drop_mail", "drop_answer", "delay", "refuse", "lie"];
const FATES: readonly Fate[] = ["drop_request", "drop_answer", "hang", "server_error", "lie"];
const CALLS: readonly RegExp[] = [
  /PUT .*payouts/,
  /GET .*payouts/,
  /GET .*transfers/,
  /PUT .*deposit-addresses/,
];
/** How many entries of its feed the custodian repeats at a time. */
const REPEATED = 20;
/** Share of the mails that go wrong while the parties are not calm. */
const MAILS_WRONG = 0.5;

export async function startPartners(seed: number): Promise<Partners> {
  const random = seededRandom(seed * 13);
  const oneOf = <T>(values: readonly T[], otherwise: T): T =>
    values[Math.floor(random() * values.length)] ?? otherwise;
  let isCalm = true;
  const custodian = await CustodianDouble.start();
  const mail = await startSmtpDouble(() =>
    isCalm || random() > MAILS_WRONG ? "accept" : oneOf(MAIL_FATES, "accept"),
  );
  return {
    custodian,
    mail,
    settings: {
      ...custodian.settings,
      SMTP_URL: mail.url,
      CAPTCHA_ANSWER,
      WITHDRAWAL_CANCEL_SECONDS: "0",
    },
    disturb() {
      isCalm = false;
      custodian.next(oneOf(CALLS, /./), oneOf(FATES, "drop_answer"));
      if (random() < 0.3) {
        custodian.repeatFeed(REPEATED);
      }
    },
    calm() {
      isCalm = true;
      custodian.forgetFates();
    },
    async close() {
      await custodian.stop();
      await mail.close();
    },
  };
}
