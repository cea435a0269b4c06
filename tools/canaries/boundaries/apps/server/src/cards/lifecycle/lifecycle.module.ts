export const lifecycleModule = { name: "lifecycle", needs: [] };
