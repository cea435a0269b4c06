export { registerBoardRoutes } from "./board.routes.ts";
export { jobQueueReader } from "./job-states.repository.ts";
export { startBoard } from "./start-board.ts";
