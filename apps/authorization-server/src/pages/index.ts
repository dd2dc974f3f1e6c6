export { type ConsentClient, consentPage } from './consent-page.ts';
// A POST of an interaction answers with this page and the URL of `provider.interactionResult`, not with
// `interactionFinished`: its redirect to the client is one that Chromium blocks after a form (`form-action`).
export { continuePage } from './continue-page.ts';
export { errorPage } from './error-page.ts';
export { loginPage } from './login-page.ts';
export { SCOPE_TEXTS } from './scope-texts.ts';
export { securityHeaders } from './security-headers.ts';
export { sendPage } from './send-page.ts';
export { assetRoutes } from './stylesheet.ts';
