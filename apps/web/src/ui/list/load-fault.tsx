import type { ComponentProps, ReactNode } from "react";
import { isGone } from "../../lib/api/api-error.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";

interface LoadFaultProps extends ComponentProps<typeof ErrorPanel> {
  readonly error: unknown;
  /** The sentence for something that does not exist for this reader. */
  readonly gone: ReactNode;
}

/** Renders why something is missing: it does not exist, or it failed to load and can be retried. */
export function LoadFault({ error, gone, ...panel }: LoadFaultProps) {
  return isGone(error) ? <EmptyState>{gone}</EmptyState> : <ErrorPanel {...panel} />;
}
