// The health check of the images: asks this container's own service. Arguments: variable of the port, its default.
const [variable = '', port] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env[variable] ?? port}/healthz`;
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
