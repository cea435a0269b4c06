/** The sequence that numbers the addresses of deposits on EVM chains. */
const PATH_INDEXES = "public.evm_path_index";

/**
 * How many numbers a restore skips. A program that opens 10 deposits a second hands out fewer in a
 * day, and there are over two billion.
 */
export const SKIPPED_PATH_INDEXES = 1_000_000n;

interface SequenceValue {
  readonly name: string;
  readonly lastValue: string | null;
}

/**
 * Advances the sequence of address numbers in what a backup recorded. Addresses that were handed
 * out after the backup would otherwise be handed out again, to other customers, while payments to
 * them are still under way.
 */
export function skipHandedOutAddresses<S extends SequenceValue>(sequences: readonly S[]): S[] {
  return sequences.map((sequence) =>
    sequence.name === PATH_INDEXES
      ? {
          ...sequence,
          lastValue: String(BigInt(sequence.lastValue ?? "0") + SKIPPED_PATH_INDEXES),
        }
      : sequence,
  );
}
