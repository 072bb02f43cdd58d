# kassay with its interpreters and NumPy, from the wheel that `./run wheel` writes: docs/continuous_integration.md, A container.
FROM debian:13-slim AS installed
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv
COPY dist/kassay-*.whl /wheel/
RUN python3 -m venv /opt/kassay && /opt/kassay/bin/pip install --no-cache-dir "$(echo /wheel/kassay-*.whl)[numpy]"

FROM debian:13-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
COPY --from=installed /opt/kassay /opt/kassay
RUN useradd --create-home kassay && mkdir /project && chown kassay /project
ENV PATH=/opt/kassay/bin:$PATH
USER kassay
WORKDIR /project
ENTRYPOINT ["kassay"]
