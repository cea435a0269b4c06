import type { UseMutateAsyncFunction } from "@tanstack/react-query";

/** What of a mutation's result it takes to start it. */
export interface Mutation<Data, Variables> {
  readonly mutateAsync: UseMutateAsyncFunction<Data, Error, Variables>;
}

interface Outcome<Data> {
  /** Says that it worked. Called wherever the reader is by then. */
  readonly onSuccess?: (data: Data) => void;
  /** Says that it failed, where nothing on the screen reads the mutation's error. */
  readonly onError?: (error: Error) => void;
  /** What follows on the screen that asked: closing its sheet. Not called once that is gone. */
  readonly whileShown?: () => void;
}

/** What was started and has not ended. */
const underWay = new WeakSet<object>();

/**
 * Starts a mutation and tells how it ended. The callbacks of `mutate()` die with the component,
 * which what it does may take off the screen before its answer is in.
 *
 * A second press that comes before the first has ended is the same press: a button only takes none
 * once it has been drawn as waiting, which a double tap is too quick for.
 */
export function tellOutcome<Data, Variables>(
  mutation: Mutation<Data, Variables>,
  variables: NoInfer<Variables>,
  { onSuccess, onError = () => undefined, whileShown = () => undefined }: Outcome<Data>,
): void {
  // The type of the rest of the arguments asks whether there are variables at all.
  const mutate: (of: Variables, then: { onSuccess: () => void }) => Promise<Data> =
    mutation.mutateAsync;
  if (underWay.has(mutate)) {
    return;
  }
  underWay.add(mutate);
  mutate(variables, { onSuccess: whileShown })
    .finally(() => underWay.delete(mutate))
    .then(onSuccess, onError);
}
