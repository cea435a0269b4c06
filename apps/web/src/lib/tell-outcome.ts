import type { UseMutateAsyncFunction } from "@tanstack/react-query";

/** The part of a mutation's result that starts it. */
export interface Mutation<Data, Variables> {
  readonly mutateAsync: UseMutateAsyncFunction<Data, Error, Variables>;
}

interface Outcome<Data> {
  /** Reports success. Called even if the component is gone. */
  readonly onSuccess?: (data: Data) => void;
  /** Reports a failure; needed if nothing on the screen shows the mutation's error. */
  readonly onError?: (error: Error) => void;
  /** Changes the screen that started it, such as closing a sheet. Not called once that is gone. */
  readonly whileShown?: () => void;
}

/** Mutations in progress. */
const underWay = new WeakSet<object>();

/**
 * Starts a mutation and reports its outcome. The callbacks of `mutate()` are dropped when the
 * component unmounts, which the mutation itself may cause before its response arrives.
 *
 * A second click before the first has ended is ignored: a button is only disabled after a render,
 * which a double tap precedes.
 */
export function tellOutcome<Data, Variables>(
  mutation: Mutation<Data, Variables>,
  variables: NoInfer<Variables>,
  { onSuccess, onError = () => undefined, whileShown = () => undefined }: Outcome<Data>,
): void {
  // The rest parameter's type depends on whether there are variables at all.
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
