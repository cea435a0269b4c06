import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { type ReactNode, useState } from "react";

/** A router without pages around what a test renders. */
export function InRouter({ children }: { readonly children: ReactNode }) {
  const [router] = useState(() =>
    createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }),
  );
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}
