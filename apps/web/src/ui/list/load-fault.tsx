import type { ComponentProps, ReactNode } from "react";
import { isGone } from "../../lib/api/api-error.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorPanel } from "./error-panel.tsx";

interface LoadFaultProps extends ComponentProps<typeof ErrorPanel> {
  readonly error: unknown;
  /** One sentence for what is not there, or not the reader's to see. */
  readonly gone: ReactNode;
}

/** Why one thing is not shown: there is no such thing, or it could not be loaded, and may yet. */
export function LoadFault({ error, gone, ...panel }: LoadFaultProps) {
  return isGone(error) ? <EmptyState>{gone}</EmptyState> : <ErrorPanel {...panel} />;
}
