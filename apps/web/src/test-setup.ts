import { i18n } from "@lingui/core";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// jsdom has no scrolling; the router restores it.
window.scrollTo = () => {};
i18n.loadAndActivate({ locale: "en", messages: {} });
afterEach(cleanup);
