export { registerBoardRoutes } from "./dashboard.routes.ts";
export { jobQueueReader } from "./job-states.repository.ts";
export { startBoard } from "./start-board.ts";
