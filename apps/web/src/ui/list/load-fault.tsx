import type { ComponentProps, ReactNode } from "react";
import { isGone } from "../../lib/api/api-error.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";

interface LoadFaultProps extends ComponentProps<typeof ErrorPanel> {
  readonly error: unknown;
  /** The sentence shown if the object does not exist for this user. */
  readonly gone: ReactNode;
}

/**
 * Explains why an object is missing: it does not exist, or it failed to load and the user can
 * retry.
 */
export function LoadFault({ error, gone, ...panel }: LoadFaultProps) {
  return isGone(error) ? <EmptyState>{gone}</EmptyState> : <ErrorPanel {...panel} />;
}
