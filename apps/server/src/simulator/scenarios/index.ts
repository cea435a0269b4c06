export { createPracticeBooks, NO_PRACTICE, type PracticeBooks } from "./practice-books.ts";
export { registerPracticeRoutes } from "./simulator.routes.ts";
