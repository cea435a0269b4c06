import type { AppContext } from "../../platform/context.ts";
import { addressBucket, networkPrefix } from "../../platform/http/client-address.ts";
import { limitsOf } from "../../platform/http/route.ts";
import type { Limit } from "../../platform/rate-limit/rate-limit.ts";

/** An email requested by a visitor who is not signed in. */
interface AskedMail {
  /** The recipient's address. */
  readonly email: string;
  /** The visitor's IP address. */
  readonly ip: string;
  /** The number of emails that one network may send to one recipient. */
  readonly recipientLimits: readonly Limit[];
  /** The number of emails that all networks combined may send to one recipient. */
  readonly mailboxLimits: readonly Limit[];
}

const HOUR = 3_600;
const NETWORK: Limit = { bucket: "account-mail-network", max: 100, windowSeconds: HOUR };
const CEILING: Limit = { bucket: "account-mail-all", max: 600, windowSeconds: HOUR };
/** Each network's share once all networks combined exceed the ceiling. */
const SHARE: Limit = { bucket: "account-mail-share", max: 10, windowSeconds: HOUR };

/**
 * Counts an email against the quotas for its recipient and its network (a /24 or /48), and refuses
 * the email if a quota is exceeded. The ceiling for all networks combined applies only to networks
 * above their share, so that an attacker with any number of IP addresses cannot keep other networks
 * from registering. Emails refused under another quota do not count toward the ceiling.
 *
 * @throws Refusal `rate_limited`
 */
export async function takeMailQuota(context: AppContext, asked: AskedMail): Promise<void> {
  const { email, ip, recipientLimits, mailboxLimits } = asked;
  const network = networkPrefix(ip) ?? addressBucket(ip);
  const limits = limitsOf(context);
  const pair = `${email}\n${network}`;
  await limits.take(recipientLimits.map((limit) => ({ ...limit, key: pair })));
  await limits.take([
    ...mailboxLimits.map((limit) => ({ ...limit, key: email })),
    { ...NETWORK, key: network },
  ]);
  await limits.takeShared({ ...CEILING, key: "all" }, { ...SHARE, key: network });
}
