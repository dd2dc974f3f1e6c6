import { engine } from './compose.mjs';

/** Says which versions run, from the containers and not from .env. */
export async function whatRuns(project, ours) {
  const versions = await runningVersions(project, ours);
  const distinct = [...new Set(versions.values())];
  if (distinct.length === 0) return 'None of the services is running.';
  const missing = ours.filter((service) => !versions.has(service));
  if (distinct.length === 1 && missing.length === 0) return `${distinct[0]} goes on, nothing was replaced.`;
  const each = [...versions].map(([service, version]) => `${service} ${version}`).join(', ');
  const none = missing.length > 0 ? `; not running: ${missing.join(', ')}` : '';
  return `Running now: ${each}${none}. To have all in one version: npm run -s rollout -- --again`;
}

/** The version of each running service. Containers that a rollout started beside the services do not count. */
async function runningVersions(project, ours) {
  const { text } = await engine(
    'ps',
    '--filter',
    `label=com.docker.compose.project=${project}`,
    '--filter',
    'label=com.docker.compose.oneoff=False',
    '--format',
    '{{.Label "com.docker.compose.service"}} {{.Image}}',
  );
  const pairs = text.split('\n').map((line) => line.trim().split(' '));
  return new Map(
    pairs
      .filter(([service, image]) => ours.includes(service) && image?.includes(':'))
      .map(([service, image]) => [service, image.slice(image.lastIndexOf(':') + 1)]),
  );
}
