import { type App, buildApp } from "../../app.ts";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import { passOnRequest, type Ways } from "../../platform/cells/pass-on.ts";
import { createCellRoutes } from "../../platform/cells/program-routes.ts";
import { openServerConnections } from "../../platform/cells/send-to-server.ts";
import { createVouches } from "../../platform/cells/vouch.ts";
import type { AppContext } from "../../platform/context.ts";
import { replaceService } from "../../platform/service.ts";

/** How the app of a cell is built. */
export type AppOptions = NonNullable<Parameters<typeof buildApp>[1]>;

/** A cell whose app is to be built. */
export interface CellToBuild {
  readonly context: AppContext;
  readonly options: Omit<AppOptions, "directions">;
}

/** The apps of the cells that a process serves, in the given order. */
export interface BuiltCells {
  readonly apps: readonly App[];
  /** Closes the connections to the servers of other cells. */
  close(): void;
}

/**
 * Builds an app for each cell. Each app passes requests that belong to another cell on to that
 * cell's app or server.
 *
 * @param known the numbers of all cells of the program
 */
export async function buildCells(
  cells: readonly CellToBuild[],
  known: ReadonlySet<number>,
): Promise<BuiltCells> {
  const [first] = cells;
  if (first !== undefined && cells.length === 1 && known.size <= 1) {
    return { apps: [await buildApp(first.context, first.options)], close: () => undefined };
  }
  const connections = openServerConnections();
  const byCell = new Map<number, App["server"]>();
  const apps: App[] = [];
  for (const { context, options } of cells) {
    const { cell, cellServers: servers } = context.config;
    const vouches = createVouches(context.keys);
    const ways: Ways = { apps: byCell, servers, connections, vouches };
    const routes = createCellRoutes(context, ways, known);
    replaceService(context, cellRoutes, routes);
    const app = await buildApp(context, {
      ...options,
      directions: {
        ...{ cell, vouches, apps: byCell },
        isElsewhere: routes.isElsewhere,
        passOn: (request, reply, to) => passOnRequest(ways, request, reply, { cell: to }),
      },
    });
    apps.push(app);
    byCell.set(cell, app.server);
  }
  return { apps, close: () => connections.close() };
}
