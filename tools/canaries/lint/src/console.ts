// canary: noConsole
console.log("PAN");
