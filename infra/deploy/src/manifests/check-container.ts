import { COMMON_VARIABLES, ConfigError, readConfig } from '@funnel/service';
import { SERVICES } from '@funnel/local/services';
import type { z } from 'zod';
import { COMMAND_SCHEMAS, COMMANDS_APP, IMAGE_ENV, IMAGES, SERVICE_SCHEMAS } from '../deployables.ts';
import { allVariables } from '../configuration/variables.ts';

/** A container of ours, as compose.yaml or a manifest describes it. */
export interface DeployedContainer {
  place: string;
  /** The image: a service, or `cli`. */
  app: string;
  args: string[];
  env: Record<string, string>;
  /** Variables that several containers get, also those that do not read them. */
  sharedEnv: Record<string, string>;
  /** The file of a secret by the path in the container. */
  secretFiles: Map<string, string>;
  /** Other files that are mounted, such as the certificate of a CA; undefined if that is not known. */
  publicFiles?: string[];
  /** Ports that something else uses, with the paths it asks for. */
  requests: { port: number; path?: string }[];
  graceMs: number | undefined;
}

/** The paths that every service answers: on its own port in production, and on the operations port. */
const PATHS = { public: ['/healthz', '/readyz'], operations: ['/healthz', '/readyz', '/metrics'] };

/** Compares a container with the code; returns one sentence for each thing that does not fit. */
export function checkContainer(container: DeployedContainer, secrets: ReadonlyMap<string, string>): string[] {
  const { place, app, args } = container;
  if (!IMAGES.includes(app)) return [`${place}: infra/deploy/docker/Dockerfile builds no image ${app}`];
  const [command = 'help'] = args;
  const schema =
    app === COMMANDS_APP ? COMMAND_SCHEMAS[command] : SERVICE_SCHEMAS[app as keyof typeof SERVICE_SCHEMAS];
  if (!schema && command !== 'help') return [`${place}: there is no command ${command}`];
  const problems = [
    ...unknownVariables(container, schema),
    ...wrongFiles(container),
    ...missingAuthorities(container),
    ...(schema ? wrongValues(container, schema, secrets) : []),
  ];
  return problems.map((problem) => `${place}: ${problem}`);
}

/** Variables that nobody reads: a typing error, or left over. A secret may be in a file, which `_FILE` names. */
function unknownVariables(
  { app, env, sharedEnv }: DeployedContainer,
  schema: z.ZodObject | undefined,
): string[] {
  const variables = allVariables();
  const files = variables.filter(({ isSecret }) => isSecret).map(({ name }) => `${name}_FILE`);
  const all = [...COMMON_VARIABLES, ...variables.map(({ name }) => name)];
  const read = variables.filter(({ readers }) => readers.includes(app)).map(({ name }) => name);
  const own = schema ? Object.keys(schema.shape) : [...COMMON_VARIABLES, ...read];
  const isKnown = (name: string, names: readonly string[]) =>
    names.includes(files.includes(name) ? name.slice(0, -'_FILE'.length) : name);
  return [
    ...Object.keys(env).filter((name) => !isKnown(name, own)),
    ...Object.keys(sharedEnv).filter((name) => !isKnown(name, all)),
  ].map((name) => `${name} is not a variable of ${app}`);
}

/** Every file that a variable names is mounted, and nothing else is. */
function wrongFiles({ env, secretFiles }: DeployedContainer): string[] {
  const files = Object.entries(env).filter(([name]) => name.endsWith('_FILE'));
  const paths = files.map(([, path]) => path);
  return [
    ...files
      .filter(([, path]) => !secretFiles.has(path))
      .map(([name, path]) => `${name}=${path} is not mounted`),
    ...[...secretFiles.keys()]
      .filter((path) => !paths.includes(path))
      .map((path) => `no variable uses ${path}`),
  ];
}

/** The certificate of a CA that an address or a variable names is mounted. */
function missingAuthorities({ env, sharedEnv, publicFiles }: DeployedContainer): string[] {
  const { DATABASE_URL: url = '', NODE_EXTRA_CA_CERTS: extra } = { ...sharedEnv, ...env };
  const named = URL.canParse(url) ? new URL(url).searchParams.get('sslrootcert') : null;
  return [named, extra]
    .filter((file) => file && file !== 'system' && publicFiles && !publicFiles.includes(file))
    .map((file) => `the certificate of a CA, ${file}, is not mounted`);
}

/** Starts as the service does: reads the configuration, with real secrets. */
function wrongValues(
  container: DeployedContainer,
  schema: z.ZodObject,
  secrets: ReadonlyMap<string, string>,
): string[] {
  const given = { ...IMAGE_ENV, ...container.sharedEnv, ...container.env };
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const file = name.endsWith('_FILE') ? container.secretFiles.get(value) : undefined;
    const variable = name.replace(/_FILE$/, '');
    if (file === undefined) env[name] = value;
    else if (!secrets.has(file.toUpperCase())) return [`npm run -s secrets makes no ${file}`];
    else if (!fits(variable, file)) return [`${name} gets ${file}, which is another secret`];
    else env[variable] = secrets.get(file.toUpperCase()) ?? '';
  }
  try {
    const config = readConfig(schema, env);
    return [...wrongPorts(container, config), ...shortGrace(container, config)];
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    throw error;
  }
}

/** A variable gets the secret of its own name. `DATABASE_PASSWORD` gets the password of a role, or of the owner. */
function fits(variable: string, file: string): boolean {
  return variable === 'DATABASE_PASSWORD'
    ? /^(postgres|\w+_database)_password$/.test(file)
    : file === variable.toLowerCase();
}

function wrongPorts({ app, requests }: DeployedContainer, config: Record<string, unknown>): string[] {
  const variable = SERVICES.find((service) => service.app === app)?.portVariable ?? '';
  return requests.flatMap(({ port, path }) => {
    const paths =
      port === config[variable]
        ? PATHS.public
        : port === config['OPERATIONS_PORT']
          ? PATHS.operations
          : undefined;
    if (!paths) return [`it does not listen on port ${port}`];
    return path === undefined || paths.includes(path) ? [] : [`it does not answer ${path} on port ${port}`];
  });
}

function shortGrace({ graceMs }: DeployedContainer, config: Record<string, unknown>): string[] {
  const needed = Number(config['SHUTDOWN_DELAY_MS']) + Number(config['SHUTDOWN_TIMEOUT_MS']);
  return graceMs !== undefined && graceMs <= needed
    ? [`it is killed after ${graceMs} ms, but may take ${needed} ms to stop`]
    : [];
}
