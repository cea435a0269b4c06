import type { ConversationEvent } from "./demo-events.ts";

type Conversation = Omit<ConversationEvent, "type" | "at">;

/**
 * Three conversations: one resolved, one with a reply that the customer has not read, and one
 * waiting for support.
 */
export const DEMO_CONVERSATIONS: Readonly<
  Record<"settled" | "answered" | "waiting", Conversation>
> = {
  settled: {
    subject: "Why was Google Ads declined?",
    text:
      "Two payments to Google Ads were declined this month, though there was money on the card. " +
      "Is something wrong with it?",
    words: [
      {
        afterMinutes: 26,
        by: "desk",
        text:
          "The card is fine. Your own rule “Ads, 600 a day” stopped both payments, because each " +
          "would have taken the day’s total above $600.00. You can raise the limit or pause the " +
          "rule in the strategy center.",
      },
      { afterMinutes: 41, by: "customer", text: "I had forgotten that rule. Thank you." },
      { afterMinutes: 44, by: "desk", text: "Gladly. Have a good day." },
    ],
    ends: "resolved",
  },
  answered: {
    subject: "When does my withdrawal arrive?",
    text: "I asked for 100 dollars to my exchange. It says “Under review”. What happens now?",
    aboutWithdrawal: true,
    words: [
      {
        afterMinutes: 18,
        by: "desk",
        text:
          "This is the first withdrawal to that address, so one of us looks at it before it is " +
          "sent. That takes four hours at most. Until then the money stays on your account, and " +
          "you can still cancel.",
      },
    ],
  },
  waiting: {
    subject: "A second card for the same team",
    text: "Can two people share the software card, or is one card for each of us better?",
    words: [],
  },
};
