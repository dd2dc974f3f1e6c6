import { markdownTable } from '../markdown-table.ts';
import { fileNameOf, SECRETS } from '../../secrets/secret.mjs';

const INTRODUCTION = `<!-- Generated from infra/deploy/secrets/secret.mjs: run npm run -s generate. -->

# Secrets

Every secret of a deployment, and how to replace it. Make them all with one command:

<!-- run by infra/deploy/test/secrets.test.ts -->

\`\`\`sh
npm run -s secrets
\`\`\`

It needs nothing but Node: nothing is installed. It writes one file for each into the folder \`secrets\`, which only their owner can read. Run as root, it gives them to the user of the containers
(\`FUNNEL_USER\` in \`.env\`); otherwise it says what to write there. Files that exist stay as they are, so you can run it again at any
time. To rotate a secret, change its file as the table says. Keep a copy of the folder in a safe place: the
[backup](../operate/backup.md) of the database does not contain it.

- \`compose.yaml\` passes each service the files it needs.
- \`npm run -s secrets -- --kubernetes\` prints them as a Kubernetes Secret, for \`kubectl apply --namespace funnel -f -\`.
- \`--folder NAME\` uses another folder.

`;

const REST = `
Tokens, passwords of people and legacy keys of websites are in the database, not here:
[manage people and tokens](../how-to/manage-people.md).

The tests rotate the secrets of the authorization server ([rotation.test.ts](../../apps/authorization-server/test/rotation.test.ts)) without a
pause, run \`reseal\` with a new and an old key, and \`roles\` with given passwords ([access.whole.test.ts](../../apps/cli/test/access.whole.test.ts)).
The passwords of the owner, Redis, the queue page and Grafana have no old value to keep; their rotation has not been run.
`;

/** The text of docs/reference/secrets.md. */
export function secretsPage(): string {
  const rows = SECRETS.map((secret) => [`\`${fileNameOf(secret)}\``, secret.purpose, secret.rotate]);
  return `${INTRODUCTION}${markdownTable(['file', 'protects', 'how to rotate it'], rows)}\n${REST}`;
}
