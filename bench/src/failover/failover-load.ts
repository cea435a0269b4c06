import { type AnsweredPayment, type Attempt, runNetwork } from "../holds/repeating-network.ts";
import type { Caller } from "../http-population.ts";
import { seededRandom } from "../statistics.ts";
import type { AcknowledgedTopUp } from "../upgrade/strict-customers.ts";
import type { FailoverOptions } from "./failover-options.ts";
import { type CustomerAnswer, runCustomer } from "./patient-customers.ts";

/** A write that a server acknowledged. Times are those of `performance.now()`. */
export interface Acknowledgment {
  readonly kind: "authorization" | "top-up";
  readonly sentMs: number;
  readonly ackedMs: number;
}

/** What was acknowledged during a run, and how requests were answered. */
export interface LoadCourse {
  readonly payments: readonly AnsweredPayment[];
  readonly topUps: readonly AcknowledgedTopUp[];
  /** Number of responses by call and status. */
  readonly answers: Readonly<Record<string, number>>;
  /** The responses that customers waited for the longest. */
  readonly slowest: readonly SlowAnswer[];
}

/** A response to a customer, and how long it took. */
export interface SlowAnswer {
  readonly call: string;
  readonly status: number;
  readonly code: string;
  readonly seconds: number;
}

const SLOWEST = 10;

/** Networks and customers that send until they are stopped. */
export interface Load {
  /** In the order of acknowledgment. */
  readonly acknowledgments: readonly Acknowledgment[];
  stop(): Promise<LoadCourse>;
}

/** Starts the load against all servers. */
export function startLoad(
  { clients, seed }: Pick<FailoverOptions, "clients" | "seed">,
  callers: readonly Caller[],
  addresses: readonly string[],
): Load {
  const acknowledgments: Acknowledgment[] = [];
  const answers: Record<string, number> = {};
  let slowest: SlowAnswer[] = [];
  let isOver = false;
  const common = { callers, addresses, isOver: () => isOver };
  const count = (name: string) => {
    answers[name] = (answers[name] ?? 0) + 1;
  };
  const acknowledge = (kind: Acknowledgment["kind"], sentMs: number) => {
    acknowledgments.push({ kind, sentMs, ackedMs: performance.now() });
  };
  const recordAttempt = ({ status, code, approved, durationMs }: Attempt) => {
    count(`network ${status} ${code}`);
    if (approved === true) {
      acknowledge("authorization", performance.now() - durationMs);
    }
  };
  const recordAnswer = ({ call, status, code, sentMs, answeredMs }: CustomerAnswer) => {
    count(`${call} ${status} ${code}`);
    const seconds = Math.round((answeredMs - sentMs) / 10) / 100;
    if (seconds > (slowest[SLOWEST - 1]?.seconds ?? 0)) {
      const all = [...slowest, { call, status, code, seconds }];
      slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    }
    if (call === "deposit" && status >= 200 && status < 300) {
      acknowledge("top-up", sentMs);
    }
  };
  const clientsOf = <T>(run: (client: number) => Promise<T[]>) =>
    Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const networks = clientsOf((client) => {
    const random = seededRandom(seed * 1_000 + client);
    return runNetwork({ ...common, random, record: recordAttempt }, client);
  });
  const customers = clientsOf((client) => {
    const random = seededRandom(seed * 1_000 + 500 + client);
    return runCustomer({ ...common, random, record: recordAnswer });
  });
  const running = Promise.all([networks, customers]);
  // The error is rethrown by `stop`.
  running.catch(() => undefined);
  return {
    acknowledgments,
    async stop() {
      isOver = true;
      const [payments, topUps] = await running;
      return { payments: payments.flat(), topUps: topUps.flat(), answers, slowest };
    },
  };
}
