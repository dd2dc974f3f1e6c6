import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import type { DeployedContainer } from './check-container.ts';

const DEFAULT_GRACE_SECONDS = 10;
/** `npm run -s rollout` writes the version. */
const VERSION = '1.2.3';
const VARIABLE = /\$(?:(\$)|\{(\w+)(?:(:[-?])([^}]*))?\})/g;

const composeFile = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      secrets: z.array(z.string()).default([]),
      stop_grace_period: z
        .string()
        .regex(/^\d+s$/)
        .optional(),
      volumes: z.array(z.string()).default([]),
    }),
  ),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});

/** Reads compose.yaml of a folder as `docker compose` does, with .env.example as the settings. */
export async function readCompose(root: string) {
  const settings = {
    FUNNEL_VERSION: VERSION,
    ...parseEnv(await readFile(join(root, '.env.example'), 'utf8')),
  };
  const text = interpolate(await readFile(join(root, 'compose.yaml'), 'utf8'), settings);
  return composeFile.parse(parse(text, { merge: true }));
}

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Docker Compose does; `$$` is a dollar. */
export function interpolate(text: string, settings: NodeJS.Dict<string>): string {
  return text.replaceAll(VARIABLE, (_, dollar?: string, name = '', operator?: string, other = ''): string => {
    if (dollar) return '$';
    const given = settings[name];
    if (operator === ':-') return given || other;
    if (!given) throw new Error(`${name} is not set: ${other || 'it has no default'}`);
    return given;
  });
}

export async function composeContainers(root: string): Promise<DeployedContainer[]> {
  const { services, secrets } = await readCompose(root);
  const proxied = proxiedPorts(await readFile(join(root, 'infra/deploy/compose/Caddyfile'), 'utf8'));
  return Object.entries(services)
    .filter(([, { image }]) => image.endsWith(`:${VERSION}`))
    .map(([name, service]) => ({
      place: `compose.yaml: ${name}`,
      app: appOf(service.image),
      args: service.command,
      env: service.environment,
      sharedEnv: {},
      secretFiles: new Map(
        service.secrets.map((secret) => [
          `/run/secrets/${secret}`,
          secrets[secret]?.file.split('/').at(-1) ?? '',
        ]),
      ),
      requests: proxied.filter(({ host }) => host === name).map(({ port }) => ({ port })),
      graceMs:
        appOf(service.image) === 'cli'
          ? undefined
          : Number.parseInt(service.stop_grace_period ?? String(DEFAULT_GRACE_SECONDS), 10) * 1000,
    }));
}

export function proxiedPorts(caddyfile: string): { host: string; port: number }[] {
  return [...caddyfile.matchAll(/^\s*import service ([\w-]+):(\d+)$/gm)].map(([, host = '', port]) => ({
    host,
    port: Number(port),
  }));
}

function appOf(image: string): string {
  return (
    image
      .replace(/:[^/]*$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}
