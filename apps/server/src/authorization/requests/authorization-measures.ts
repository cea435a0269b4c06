import { Counter, Histogram } from "prom-client";
import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import { metricsRegistry } from "../../platform/telemetry/metrics.ts";
import { type DeclineClass, declineClassOf } from "./decline-class.policy.ts";

/**
 * How a request from the card network ended. `unanswered` means that the request failed with an
 * error instead of a response, so the network sends it again.
 */
type Outcome = "approved" | "declined" | "timed_out" | "unanswered";

const BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 5];
const OUTCOMES = ["approved", "declined", "timed_out", "unanswered"] as const;

/** The metrics of authorization requests. */
export const authorizationMeasures = defineService("authorization measures", (context) => {
  const registers = [context.use(metricsRegistry)];
  const answers = new Counter({
    name: "tessera_authorizations_total",
    help: "Authorization requests of the card network by outcome, and declines by class of reason",
    labelNames: ["outcome", "reason"],
    registers,
  });
  const durations = new Histogram({
    name: "tessera_authorization_seconds",
    help: "Time from an authorization request to its answer",
    labelNames: ["outcome"],
    buckets: BUCKETS,
    registers,
  });
  // Cached, since the lookup takes longer than recording a value.
  const byReason = new Map<string, { inc(): void }>();
  const byOutcome = new Map(
    OUTCOMES.map((outcome) => [outcome, durations.labels({ outcome })] as const),
  );
  const counterOf = (outcome: Outcome, reason: DeclineClass | "none") => {
    const name = `${outcome} ${reason}`;
    const found = byReason.get(name) ?? answers.labels({ outcome, reason });
    byReason.set(name, found);
    return found;
  };
  // An outcome that has not occurred yet is exported as zero, so that its first occurrence shows up
  // as an increase.
  for (const outcome of OUTCOMES.filter((one) => one !== "declined")) {
    answers.inc({ outcome, reason: outcome === "timed_out" ? "timeout" : "none" }, 0);
    durations.zero({ outcome });
  }
  return {
    record(outcome: Outcome, reason: DeclineClass | "none", seconds: number): void {
      counterOf(outcome, reason).inc();
      byOutcome.get(outcome)?.observe(seconds);
    },
  };
});

interface Answered {
  readonly approved: boolean;
  readonly code: string;
}

/** Processes an authorization request and counts it by outcome. */
export async function measuredAuthorization<A extends Answered>(
  context: AppContext,
  answer: () => Promise<A>,
): Promise<A> {
  const measures = context.use(authorizationMeasures);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1_000;
  try {
    const answered = await answer();
    if (answered.approved) {
      measures.record("approved", "none", seconds());
    } else {
      const reason = declineClassOf(answered.code);
      measures.record(reason === "timeout" ? "timed_out" : "declined", reason, seconds());
    }
    return answered;
  } catch (error) {
    measures.record("unanswered", "none", seconds());
    throw error;
  }
}
