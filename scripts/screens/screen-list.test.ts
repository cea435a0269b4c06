import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fromRoot } from "../repository.ts";
import { screens } from "../screen-list.ts";
import type { SignIn } from "../sign-in.ts";

const APP = "apps/web/src/app";

/** Ids that the paths of screens contain, each in the form of the route's parameter. */
const IDS = new Proxy({} as SignIn, { get: (_, name) => `$${String(name)}` });

/** The paths of the console's routes, as the source declares them. */
function declaredPaths(): readonly string[] {
  return readdirSync(fromRoot(APP))
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => [
      ...readFileSync(fromRoot(`${APP}/${file}`), "utf8").matchAll(
        /getParentRoute: \(\) => (\w+),\s+path: "([^"]+)"/g,
      ),
    ])
    .map(([, parent, path]) => (parent === "customers" ? `/system/customers/${path}` : `${path}`))
    .flatMap((path) => ["operator", "company"].map((to) => path.replace("{$to}", to)));
}

test("Every route of the console is among the screens", () => {
  const shown = screens.map(({ path }) => new URL(path(IDS), "http://localhost").pathname);
  const paths = declaredPaths();
  expect(paths).toContain("/system/customers/$customerId");
  // The catch-all route has no path of its own.
  expect(paths.filter((path) => path !== "$" && !shown.includes(path))).toEqual([]);
});

test("Every screen has a name of its own", () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
