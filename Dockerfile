FROM python:3.11-slim
RUN useradd --create-home --uid 1000 table && mkdir /data && chown table /data
WORKDIR /app
COPY pyproject.toml LICENSE README.md ./
COPY engine engine
COPY renderers renderers
COPY bot bot
ARG EXTRAS
RUN pip install --no-cache-dir -c bot/app/deploy/constraints.txt .$EXTRAS
USER table
ENV DATABASE_URL=sqlite:////data/pokertable.db WEB_HOST=0.0.0.0
VOLUME /data
EXPOSE 8765
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8765/health')"]
CMD ["python", "-m", "bot"]
