export { registerPracticeRoutes } from "./practice.routes.ts";
export { createPracticeBooks, NO_PRACTICE, type PracticeBooks } from "./practice-books.ts";
