/** The HTML of `/docs`. */
export function referencePage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}: API reference</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. Read the OpenAPI document instead: <a href="/openapi.json">/openapi.json</a></noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/initializer.js"></script>
  </body>
</html>
`;
}

/** Starts Swagger UI, without an external validator and without storing credentials. */
export const REFERENCE_INITIALIZER = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
});
`;
