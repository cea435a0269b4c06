import type { LinkProps } from "@tanstack/react-router";
import { inCell } from "../../../lib/navigation/cell-links.ts";

/**
 * Returns link props that open a customer next to the list and keep the list's filters.
 *
 * @param cell the customer's cell, in a program with several
 */
export function customerLink(customerId: string, cell: number | undefined): LinkProps {
  return {
    to: "/system/customers/$customerId",
    params: { customerId },
    search: ({ q, status }: Partial<Record<string, string>>) => ({
      ...(q !== undefined && { q }),
      ...(status !== undefined && { status }),
      ...inCell(cell),
    }),
    resetScroll: false,
  };
}
