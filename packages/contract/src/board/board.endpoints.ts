import { endpoint } from "../endpoint.ts";
import { board, boardQuery } from "./board.schemas.ts";

export const getBoard = endpoint({
  method: "GET",
  path: "/api/admin/board",
  summary: "How the programme is doing: payments, volumes, queues, background work, the books",
  tag: "board",
  access: "operator",
  roles: ["support", "reviewer", "administrator", "auditor"],
  query: boardQuery,
  success: { status: 200, body: board },
});

export const boardEndpoints = { getBoard } as const;
