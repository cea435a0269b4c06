import type { LinkProps } from "@tanstack/react-router";

/** Where a customer of the list opens: beside it, which stays as it is narrowed. */
export function customerLink(customerId: string): LinkProps {
  return {
    to: "/system/customers/$customerId",
    params: { customerId },
    search: ({ q, status }: Partial<Record<string, string>>) => ({
      ...(q !== undefined && { q }),
      ...(status !== undefined && { status }),
    }),
    resetScroll: false,
  };
}
