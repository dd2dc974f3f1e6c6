/**
 * The health check of the images: asks the service in this container. Arguments: the variable of its port, the default port.
 * It needs no curl and no shell.
 */
const [variable = '', port] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env[variable] || port}/healthz`;
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
