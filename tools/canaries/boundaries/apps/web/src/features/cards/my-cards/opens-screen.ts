// canary: features-know-no-screen
export { router } from "../../../screens/console/home/home-screen.ts";
