import { markdownTable } from '../markdown-table.ts';
import { fileNameOf, SECRETS } from '../../secrets/secret.mjs';

const INTRODUCTION = `<!-- Generated from infra/deploy/secrets/secret.mjs: run npm run -s generate. -->

# Secrets

Every secret of a deployment, and how to replace it. Make them all with one command:

<!-- run by infra/deploy/test/secrets.test.ts -->

\`\`\`sh
npm run -s secrets
\`\`\`

It needs only Node. It writes one file for each into the folder \`secrets\`, which only their owner can read. Run as root,
it gives them to the user of the containers (\`FUNNEL_USER\` in \`.env\`); otherwise it says what to write there. Existing
files stay. To rotate a secret, change its file as the table says. Keep a copy of the folder in a safe place: the
[backup](../operate/backup.md) of the database does not contain it.

- \`compose.yaml\` passes each service the files it needs.
- \`npm run -s secrets -- --kubernetes\` prints them as a Kubernetes Secret, for \`kubectl apply --namespace funnel -f -\`.
- \`--folder NAME\` uses another folder.

`;

const VISITORS = `

## The secret of visitors

\`VISITOR_SECRET\` is part of every distinct count of the websites that use it ([ADR 2](../adr/0002-sketches.md)).
\`migrate\` writes its fingerprint into the database; from then on new websites use it. If there were websites before, it
begins a week later, for the version before. Websites with data go on without it until they are
[cleared and loaded again](catalog-and-ingest.md#load-a-website-again).

Once the database has the fingerprint, the event intake, the authorization server and the commands \`ingest\`, \`clear\`,
\`contact\` and \`demo\` do not start without this secret: with another one, every visitor would be counted twice. Before,
they start with a warning. This says how many websites use which secret:

<!-- run by apps/cli/test/visitor-secret.test.ts -->

\`\`\`sql
select fingerprint, begins_on, (select count(*) from websites where visitor_secret = fingerprint) as websites from visitor_secrets;
\`\`\`

**To replace it**, write the new one, a comma and the old one, and restart the event intake and the authorization
server. Run \`migrate\`: new websites use the new one. Run \`clear\` for every website with the old one, and load it again.
Then write the new one alone, run \`migrate\`, which forgets the old fingerprint, and restart both services.

**If it is lost**, look for it in your copies first: reports go on without it, but no events can be added to the
websites that use it. Otherwise make a new one, let the owner of the tables say that these websites are counted anew,
run \`migrate\`, and \`clear\` and load each of them again, before the event intake starts:

<!-- run by apps/cli/test/visitor-secret.test.ts -->

\`\`\`sql
update websites set visitor_secret = null where visitor_secret is not null;
\`\`\`
`;

const REST = `
Tokens, passwords of people and legacy keys of websites are in the database, not here:
[manage people and tokens](../how-to/manage-people.md).

Tests rotate the secrets of the authorization server
([rotation.test.ts](../../apps/authorization-server/test/rotation.test.ts)), run \`reseal\`, and \`roles\` with given
passwords ([access.whole.test.ts](../../apps/cli/test/access.whole.test.ts)). The rotation of the passwords of the
owner, Redis, the queue page and Grafana has not been run.
`;

export function secretsPage(): string {
  const rows = SECRETS.map((secret) => [`\`${fileNameOf(secret)}\``, secret.purpose, secret.rotate]);
  return `${INTRODUCTION}${markdownTable(['file', 'protects', 'how to rotate it'], rows)}${VISITORS}${REST}`;
}
