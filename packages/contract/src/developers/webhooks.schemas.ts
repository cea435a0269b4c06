import * as z from "zod/mini";
import { id, line, page, pageQuery, timeInput, timestamp } from "../fields.ts";
import { WEBHOOK_OBJECTS, WEBHOOK_TYPES } from "./webhook-types.ts";

/** The most endpoints that a customer may have at a time. */
export const MAX_WEBHOOKS = 10;
/** The most cards in an endpoint's filter. */
const MAX_WEBHOOK_CARDS = 50;
/** How many events one call of a replay sends again at most. */
export const MAX_REPLAYED_EVENTS = 10_000;
/** For how many hours a replaced secret still signs. */
export const SECRET_OVERLAP_HOURS = 24;
const MAX_URL_LENGTH = 500;
const MAX_SEQUENCE = 999_999_999;

const type = z.enum(WEBHOOK_TYPES, "not_allowed");

function isWebhookUrl(value: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(value) || !URL.canParse(value)) {
    return false;
  }
  const { username, password, hash } = new URL(value);
  return username === "" && password === "" && hash === "" && !value.includes("#");
}

/** The address that events are sent to: `https`, without a user, a password or a fragment. */
const url = z
  .string("wrong_type")
  .check(
    z.minLength(1, "required"),
    z.maxLength(MAX_URL_LENGTH, "too_long"),
    z.refine(isWebhookUrl, "malformed"),
  );

/** The types of events to send. Empty: all of them, also those added later. */
const types = z.array(type, "wrong_type").check(z.maxLength(WEBHOOK_TYPES.length, "too_long"));
/** The cards whose events to send. Empty: those of all cards and of the account. */
const cards = z.array(id("card"), "wrong_type").check(z.maxLength(MAX_WEBHOOK_CARDS, "too_long"));

export const createWebhookBody = z
  .strictObject({ name: line(60), url, types, cards })
  .register(z.globalRegistry, {
    examples: [
      {
        name: "Books",
        url: "https://hooks.example.com/tessera",
        types: ["card.frozen"],
        cards: ["card_0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f"],
      },
    ],
  });
export type CreateWebhookBody = z.input<typeof createWebhookBody>;

/** The address cannot be changed: another one is another endpoint, with its own secret. */
export const changeWebhookBody = z.strictObject({ name: line(60), types, cards });

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  cards: z.array(z.string()),
  /**
   * `unverified`: gets nothing until it has answered a challenge; `paused`: events wait;
   * `disabled`: gets nothing until it has answered another challenge.
   */
  status: z.enum(["unverified", "active", "paused", "disabled"]),
  /**
   * `failing`: no attempt succeeded for five days; `gone`: it answered 410; `alarm`: by a “not me”
   * link.
   */
  disabledBecause: z.nullable(z.enum(["failing", "gone", "alarm"])),
  /** Since when every attempt has failed; null after a success. */
  failingSince: z.nullable(timestamp),
  /** How many events wait to be sent, or to be sent again. */
  waiting: z.number(),
  /** Until when the secret that was replaced still signs; null if it does not. */
  formerSecretUntil: z.nullable(timestamp),
  createdAt: timestamp,
});
export type Webhook = z.output<typeof webhook>;

export const webhookPage = page(webhook);

/** An endpoint with its secret, which is never shown again. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

/** An event as it is sent. It names an object, and contains nothing of it. */
export const webhookEvent = z.object({
  id: z.string(),
  type: z.enum(WEBHOOK_TYPES),
  version: z.number(),
  /** When it happened. */
  at: timestamp,
  customer: z.string(),
  object: z.object({ type: z.enum(WEBHOOK_OBJECTS), id: z.string() }),
  /** Counts the customer's events from 1, without a gap, in the ledger's sealed order. */
  sequence: z.number(),
  /** The sealed block with the row that the event comes from. */
  block: z.number(),
});
export type WebhookEvent = z.output<typeof webhookEvent>;

export const webhookEventPage = page(webhookEvent);

/** What became of an attempt. Everything but `delivered` is a failure. */
export const WEBHOOK_OUTCOMES = [
  "delivered",
  /** Another status than 2xx. */
  "refused",
  /** A redirect, which is never followed. */
  "redirected",
  "timed_out",
  "connection_failed",
  /** The certificate is not valid for the name, or the handshake failed. */
  "tls_failed",
  "name_not_found",
  /** The name leads to an address that is not public. */
  "address_not_public",
  /** The response to a challenge did not contain it. */
  "challenge_not_echoed",
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

export const webhookAttempt = z.object({
  id: z.string(),
  /** `example` and `challenge` are sent on request, once. */
  kind: z.enum(["event", "example", "challenge"]),
  /** The event's sequence and id; null for examples and challenges. */
  sequence: z.nullable(z.number()),
  eventId: z.nullable(z.string()),
  /** The event's type; null for a challenge. */
  type: z.nullable(z.enum(WEBHOOK_TYPES)),
  at: timestamp,
  durationMs: z.number(),
  outcome: z.enum(WEBHOOK_OUTCOMES),
  /** The response's HTTP status; null if there was no response. */
  status: z.nullable(z.number()),
  /** When the event is sent again; null if it is not. */
  nextAt: z.nullable(timestamp),
});
export type WebhookAttempt = z.output<typeof webhookAttempt>;

export const webhookAttemptPage = page(webhookAttempt);

/** The result of a challenge or an example, with the endpoint after it. */
export const webhookTried = z.object({ webhook, attempt: webhookAttempt });

const sequence = z
  .int("wrong_type")
  .check(z.minimum(1, "out_of_range"), z.maximum(MAX_SEQUENCE, "out_of_range"));

export const replayEventBody = z.strictObject({ sequence });
export const replaySinceBody = z
  .strictObject({ since: z.optional(timeInput), fromSequence: z.optional(sequence) })
  .check(
    z.refine((given) => (given.since === undefined) !== (given.fromSequence === undefined), {
      error: "not_exactly_one",
      path: ["since"],
    }),
  )
  .register(z.globalRegistry, { examples: [{ fromSequence: 1 }] });

export const replayed = z.object({
  /** How many events are sent again. */
  events: z.number(),
  /** From which sequence to continue if there are more; null if there are not. */
  nextSequence: z.nullable(z.number()),
});

export const webhookExampleBody = z.strictObject({ type });

export const webhookEventQuery = z.strictObject({ ...pageQuery, type: z.optional(type) });

/** Every type of event, with what it means and a sample. */
export const webhookTypeList = z.object({
  types: z.array(
    z.object({ type: z.enum(WEBHOOK_TYPES), meaning: z.string(), sample: webhookEvent }),
  ),
});
