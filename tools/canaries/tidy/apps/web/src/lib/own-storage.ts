// canary: browser-storage
export const kept = localStorage.getItem("a-key-of-its-own");
