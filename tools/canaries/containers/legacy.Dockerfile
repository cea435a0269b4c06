# canary: DEPRECATED_MAINTAINER
FROM node:24.21-trixie-slim
MAINTAINER nobody@example.com
