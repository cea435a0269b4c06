import { setTimeout as sleep } from "node:timers/promises";
import { requireThat, shownMs } from "./check-list.ts";
import { customerAt, type Lab, originAt, othersThan } from "./lab.ts";
import { paymentWith } from "./people.ts";

const EVENT_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 5;

/** An event as a browser receives it. */
interface ReceivedEvent {
  readonly id: string;
  readonly topic: string;
  readonly data: string;
}

/** A stream of server-sent events that is being read. */
class Stream {
  readonly events: ReceivedEvent[] = [];
  isOver = false;
  lastId = "";
  readonly #stop = new AbortController();

  /** Opens a stream, and resolves once the server has begun it. */
  static async open(origin: string, token: string, lastId?: string): Promise<Stream> {
    const stream = new Stream();
    const response = await fetch(`${origin}/api/events`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId !== undefined && { "last-event-id": lastId }),
      },
      signal: stream.#stop.signal,
    });
    const { body } = response;
    requireThat(response.status === 200 && body !== null, `a stream got ${response.status}`);
    void stream.#read(body).catch(() => undefined);
    await untilTrue(() => stream.lastId !== "" || lastId !== undefined, "the stream to begin");
    return stream;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = "";
    try {
      const decoder = new TextDecoder();
      for await (const part of body) {
        text += decoder.decode(part, { stream: true });
        const frames = text.split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          this.#take(frame);
        }
      }
    } finally {
      this.isOver = true;
    }
  }

  #take(frame: string): void {
    const field = (name: string) =>
      frame
        .split("\n")
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    this.lastId = field("id") ?? this.lastId;
    const [topic, data] = [field("event"), field("data")];
    if (topic !== undefined && data !== undefined) {
      this.events.push({ id: this.lastId, topic, data });
    }
  }

  close(): void {
    this.#stop.abort();
  }
}

async function untilTrue(isTrue: () => boolean, what: string): Promise<number> {
  const begunMs = performance.now();
  while (!isTrue()) {
    requireThat(performance.now() - begunMs < EVENT_WITHIN_MS, `no sign of ${what} within 60 s`);
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - begunMs;
}

/** Makes a payment on one server and measures when streams on all servers have its event. */
async function hearEverywhere(lab: Lab): Promise<string> {
  const customer = customerAt(lab, 8);
  const { token, cardId } = customer;
  const client = lab.newClient();
  const streams = await Promise.all(lab.group.origins.map((origin) => Stream.open(origin, token)));
  const delays: number[] = [];
  try {
    for (const origin of lab.group.origins) {
      const before = streams.map(({ events }) => events.length);
      const body = paymentWith(customer, "0.10");
      await client.ok(origin, "POST /sandbox/network/authorize", { body });
      const waits = streams.map((stream, index) =>
        untilTrue(
          () => stream.events.slice(before[index]).some(({ data }) => data.includes(cardId)),
          `an event of the payment in stream ${index}`,
        ),
      );
      delays.push(...(await Promise.all(waits)));
    }
  } finally {
    for (const stream of streams) {
      stream.close();
    }
  }
  return `${delays.length} deliveries, the slowest after ${shownMs(Math.max(...delays))}`;
}

/** Kills the server of a stream, and resumes the stream on another one. */
async function resumeElsewhere(lab: Lab): Promise<string> {
  const { token, cardId } = customerAt(lab, 8);
  const client = lab.newClient();
  const stream = await Stream.open(originAt(lab, 1), token);
  await lab.group.kill(1);
  try {
    await untilTrue(() => stream.isOver, "the end of the stream");
    const change = (what: string) =>
      client.ok(originAt(lab, 0), `POST /api/cards/${cardId}/${what}`, { token });
    await change("freeze");
    await change("unfreeze");
    const resumed = await Stream.open(originAt(lab, 0), token, stream.lastId);
    const isCard = ({ data }: ReceivedEvent) => data.includes(cardId);
    const wait = await untilTrue(
      () => resumed.events.filter(isCard).length >= 2,
      "what was missed while no stream was open",
    );
    resumed.close();
    const { events } = resumed;
    requireThat(!events.some(({ topic }) => topic === "reset"), "the stream began with a reset");
    return `both missed events after ${shownMs(wait)}`;
  } finally {
    await lab.group.start(1);
    await lab.haproxy.untilUp(1, true, EVENT_WITHIN_MS);
  }
}

/** A stream on another server ends when its session does. */
async function endWithSession(lab: Lab): Promise<string> {
  const { email, password } = customerAt(lab, 8);
  const client = lab.newClient();
  const body = { username: email, password };
  const { token } = await client.ok(originAt(lab, 0), "POST /api/customer/login", { body });
  const streams = await Promise.all(othersThan(lab, 0).map((one) => Stream.open(one, token)));
  await client.ok(originAt(lab, 0), "POST /api/auth/logout", { token });
  const waits = await Promise.all(
    streams.map((stream) => untilTrue(() => stream.isOver, "the end of a stream")),
  );
  return `${waits.length} streams, the last one after ${shownMs(Math.max(...waits))}`;
}

/** Checks the streams of server-sent events. */
export async function checkEvents(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check("events: a payment on each server, heard on all", () => hearEverywhere(lab));
  await checks.check("events: streams of a session that ended on another server", () =>
    endWithSession(lab),
  );
  await checks.check("events: resumed on another server after a kill", () => resumeElsewhere(lab));
}
