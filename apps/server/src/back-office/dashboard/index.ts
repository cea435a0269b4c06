export { registerQueue } from "./board-queues.ts";
