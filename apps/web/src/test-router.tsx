import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { type ReactNode, useState } from "react";

/** Renders children inside a router that has no pages. */
export function InRouter({ children }: { readonly children: ReactNode }) {
  const [router] = useState(() =>
    createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }),
  );
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}
