/** Names that the API and the database have; none of them is a finding. */
export const NAMES = { cancelled: "cancelled", path: "/api/admin/programme/fees" };
export const STATUS = NAMES.cancelled;
