import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../../lib/api/api-error.ts";
import {
  attach,
  emptyDraft,
  outboxOf,
  sendAgain,
  sendDraft,
  takeBack,
  writeDraft,
} from "./outbox.ts";

const lost = new ApiError({ status: 0, code: "network", message: "no answer" });
const refused = new ApiError({ status: 400, code: "invalid_input", message: "too long" });
const file = new File(["hello"], "a.txt", { type: "text/plain" });
let place = "";
let places = 0;

beforeEach(() => {
  places += 1;
  place = `place-${places}`;
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Advances the clock through all attempts and the delays between them. */
async function patience(sending: Promise<void>): Promise<void> {
  await vi.runAllTimersAsync();
  await sending;
}

test("A support message without a response is retried with the same key until sent", async () => {
  const keys: string[] = [];
  writeDraft(place, "Hello");
  await patience(
    sendDraft(place, async (_body, key) => {
      keys.push(key);
      if (keys.length < 3) {
        throw lost;
      }
    }),
  );
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  expect(outboxOf(place)).toMatchObject({ text: "", outgoing: [] });
});

test("A support message that gets no response stays visible; resending keeps its key", async () => {
  const keys: string[] = [];
  writeDraft(place, "Hello");
  const deliver = async (_body: unknown, key: string) => {
    keys.push(key);
    throw lost;
  };
  await patience(sendDraft(place, deliver));
  const [message] = outboxOf(place).outgoing;
  expect(message).toMatchObject({ text: "Hello", state: "unknown" });
  await patience(sendAgain(place, message?.key ?? "", async (_body, key) => void keys.push(key)));
  expect(new Set(keys).size).toBe(1);
  expect(outboxOf(place).outgoing).toEqual([]);
});

test("A rejected support message is put back into the draft, ahead of any newer text", async () => {
  writeDraft(place, "First");
  await patience(
    sendDraft(place, async () => {
      throw refused;
    }),
  );
  writeDraft(place, "Second");
  const [message] = outboxOf(place).outgoing;
  expect(message).toMatchObject({ state: "refused", error: "too long" });
  takeBack(place, message?.key ?? "");
  expect(outboxOf(place)).toMatchObject({ text: "First\n\nSecond", outgoing: [] });
});

test("An attached file shows progress, is sent, and is kept after a rejection", async () => {
  const shares: number[] = [];
  await attach(place, file, async (_file, onProgress) => {
    onProgress(0.5);
    shares.push(outboxOf(place).files[0]?.share ?? 0);
    return { id: "att_1", kind: "text/plain", bytes: 5 };
  });
  expect(shares).toEqual([0.5]);
  let sent: unknown;
  await patience(
    sendDraft(place, async (body) => {
      sent = body;
      throw refused;
    }),
  );
  expect(sent).toEqual({ text: "", attachments: [{ id: "att_1", name: "a.txt" }] });
  takeBack(place, outboxOf(place).outgoing[0]?.key ?? "");
  expect(outboxOf(place).files).toMatchObject([{ name: "a.txt", sent: { id: "att_1" } }]);
  emptyDraft(place);
  expect(outboxOf(place)).toEqual({ text: "", files: [], outgoing: [] });
});

test("A rejected attachment shows the reason and is not sent", async () => {
  await attach(place, file, async () => {
    throw refused;
  });
  expect(outboxOf(place).files).toMatchObject([{ sent: undefined, error: "too long" }]);
});
