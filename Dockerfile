# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts --pack-destination /package

FROM node:24-bookworm-slim
LABEL io.modelcontextprotocol.server.name="io.github.toolgate/toolgate" \
      org.opencontainers.image.title="Toolgate" \
      org.opencontainers.image.description="One gate between AI agents and the machines they work on" \
      org.opencontainers.image.licenses="MIT"
# What the tools run: git and ssh themselves, bubblewrap for the sandbox.
RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap ca-certificates git openssh-client \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /package/*.tgz /tmp/
# Nothing of it needs its install scripts.
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/*.tgz && rm /tmp/*.tgz \
    && useradd --create-home --uid 10001 toolgate \
    && install -d -o toolgate -g toolgate -m 0700 /data \
    && install -d -o toolgate -g toolgate /workspace
USER 10001
WORKDIR /workspace
ENV TOOLGATE_DATA_DIR=/data
VOLUME ["/data"]
EXPOSE 4666
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:4666/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["toolgate"]
CMD ["serve", "--host", "0.0.0.0", "--root", "/workspace"]
