FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run -s build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
WORKDIR /app
# The browser that renders pages and makes PDF files, with fonts for most writing systems.
RUN apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation fonts-noto-core fonts-noto-cjk tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SEO_REPORTS_DATA_DIR=/data
COPY --from=build --chown=root:root /app /app
RUN mkdir -m 0700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# Collects the processes of browsers that were ended, also without an init of Docker's.
ENTRYPOINT ["tini", "-s", "--"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "scripts/health.mjs"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "src/service/main.ts"]
