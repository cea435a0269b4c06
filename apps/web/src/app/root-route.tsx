import { createRootRoute } from "@tanstack/react-router";
import { runBeforeEach } from "./before-each.ts";
import { Shell } from "./shell.tsx";

/** What every page stands in. */
export const root = createRootRoute({
  component: Shell,
  beforeLoad: ({ location, matches, preload }) =>
    runBeforeEach({ location, preload, access: matches.at(-1)?.staticData.access }),
});
