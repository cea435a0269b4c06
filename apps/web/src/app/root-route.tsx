import { createRootRoute } from "@tanstack/react-router";
import { runBeforeEach } from "./before-each.ts";
import { Shell } from "./shell.tsx";

/** Root route: the frame around every page. */
export const root = createRootRoute({
  component: Shell,
  beforeLoad: ({ location, matches, preload }) =>
    runBeforeEach({ location, preload, access: matches.at(-1)?.staticData.access }),
});
