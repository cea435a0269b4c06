import type { BatchWrapper, Ledger, MovementId } from "@tessera/ledger";
import type { SpanReference, Telemetry } from "./telemetry.ts";

export interface LedgerTracing {
  /** The wrapper to pass to `createLedger`; undefined if tracing is off. */
  readonly aroundBatch: BatchWrapper | undefined;
  trace(ledger: Ledger): Ledger;
}

/**
 * Traces the ledger's writes. A batch contains movements from several requests and is sent from the
 * async context of one of them. Its span is therefore a child of the first movement's span and
 * links to the spans of the others.
 */
export function traceLedger(telemetry: Telemetry): LedgerTracing {
  if (!telemetry.isOn) {
    return { aroundBatch: undefined, trace: (ledger) => ledger };
  }
  const submitting = new Map<MovementId, SpanReference>();

  const aroundBatch: BatchWrapper = (movementIds, send) => {
    const [parent, ...links] = movementIds.flatMap((id) => submitting.get(id) ?? []);
    const facts = { "ledger.movements": movementIds.length };
    return telemetry.span("ledger.batch", send, { parent, links, facts });
  };

  async function submit(
    ledger: Ledger,
    ...[movement, options]: Parameters<Ledger["submit"]>
  ): ReturnType<Ledger["submit"]> {
    const span = telemetry.current();
    if (span !== undefined) {
      submitting.set(movement.id, span);
    }
    try {
      return await ledger.submit(movement, options);
    } finally {
      submitting.delete(movement.id);
    }
  }

  return {
    aroundBatch,
    trace: (ledger) => ({
      ...ledger,
      submit: (movement, options) =>
        telemetry.span("ledger.submit", () => submit(ledger, movement, options), {
          facts: { "ledger.kind": movement.kind },
          describe: ({ outcome }) => ({ "ledger.outcome": outcome }),
        }),
      post: (tx, movements) =>
        telemetry.span("ledger.post", () => ledger.post(tx, movements), {
          facts: { "ledger.movements": movements.length },
        }),
    }),
  };
}
