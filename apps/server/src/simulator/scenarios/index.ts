export { createPracticeBooks, type PracticeBooks, practiceBooks } from "./practice-books.ts";
