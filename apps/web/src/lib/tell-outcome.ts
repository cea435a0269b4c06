import type { UseMutateAsyncFunction } from "@tanstack/react-query";

/** The part of a mutation's result that starts it. */
export interface Mutation<Data, Variables> {
  readonly mutateAsync: UseMutateAsyncFunction<Data, Error, Variables>;
}

interface Outcome<Data> {
  /** Reports success. Called even if the component is gone. */
  readonly onSuccess?: (data: Data) => void;
  /** Reports a failure; needed unless the screen shows the mutation's error. */
  readonly onError?: (error: Error) => void;
  /**
   * Updates the screen that started the mutation, for example by closing a sheet. Not called after
   * that screen is gone.
   */
  readonly whileShown?: () => void;
}

/** Mutations in progress. */
const underWay = new WeakSet<object>();

/**
 * Starts a mutation and reports its outcome. React Query drops the callbacks of `mutate()` when the
 * component unmounts, and the mutation itself may cause that before its response arrives.
 *
 * Ignores a second click while the first mutation is in progress. Disabling the button is not
 * enough, because a double tap is faster than the render that disables it.
 */
export function tellOutcome<Data, Variables>(
  mutation: Mutation<Data, Variables>,
  variables: NoInfer<Variables>,
  { onSuccess, onError = () => undefined, whileShown = () => undefined }: Outcome<Data>,
): void {
  // The type of `mutateAsync`'s rest parameter depends on whether the mutation has variables.
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
