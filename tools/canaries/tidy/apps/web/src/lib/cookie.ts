// canary: no-cookies
document.cookie = "visits=1";
