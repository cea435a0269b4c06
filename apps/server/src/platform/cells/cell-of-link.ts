import type { AppContext } from "../context.ts";
import { cellOfToken } from "./cell-of-token.ts";
import { cellRoutes } from "./cell-routes.ts";

/**
 * Returns the cell that issued an emailed link. A link without a cell's number is from the time
 * when the program had one cell, which is the first one now.
 */
export function cellOfLink(context: AppContext, token: string): number {
  return cellOfToken(token) ?? context.use(cellRoutes).first();
}
