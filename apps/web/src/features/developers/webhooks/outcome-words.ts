import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WebhookOutcome } from "@tessera/contract/developers/webhooks.schemas";

/** What became of an attempt, and what its owner can do about it. */
export const OUTCOME_TEXTS: Readonly<Record<WebhookOutcome, MessageDescriptor>> = {
  delivered: msg`Delivered`,
  refused: msg`Your server didn’t accept it. Answer with a status from 200 to 299.`,
  redirected: msg`Your server redirected us, which we don’t follow. Use the final address.`,
  timed_out: msg`Your server didn’t answer within 10 seconds.`,
  connection_failed: msg`We couldn’t connect to your server, or the connection broke.`,
  tls_failed: msg`Your server’s certificate isn’t valid for its name.`,
  name_not_found: msg`The name of your server has no address.`,
  address_not_public: msg`The name of your server leads to an address that isn’t public.`,
  challenge_not_echoed: msg`Your server didn’t answer with the challenge.`,
};
