import { type Assistant, ASSISTANTS } from '@funnel/connect';
import {
  copyable,
  COPY_SCRIPT,
  foldedSteps,
  type Html,
  html,
  layout,
  pageHeaders,
  prefersPage,
  sendPage,
} from '@funnel/pages';
import type { RequestHandler } from 'express';
import type { Resource } from './resource-metadata.ts';

/** Tells a person with a browser how to connect an assistant. Programs go on to the next handler. */
export function connectPage(options: Resource): RequestHandler {
  const page = pageOf(options);
  return (req, res, next) => {
    if (!prefersPage(req)) return next();
    pageHeaders(req, res);
    return sendPage(res, 200, page);
  };
}

function pageOf({ resource, issuer }: Resource): string {
  return layout({
    title: 'Connect an assistant',
    width: 'text',
    head: COPY_SCRIPT,
    content: html`<h1>Connect an assistant</h1>
<p class="lead">This is the address of the tools with which AI assistants read your reports. A browser shows only this page: give the address to your assistant.</p>
${copyable({ id: 'address', label: 'Address of the tools', text: resource })}
<p>The assistant opens a page on which you sign in and choose the websites that it may see. It can only read. Then ask, as you would ask a colleague: "Which campaign lost most conversions last week, and at which step?"</p>
<h2>Assistants on your machine</h2>
${stepsOf(resource, 'your machine')}
<h2>Assistants in the cloud of their vendor</h2>
<p>They reach only a public https address.</p>
${stepsOf(resource, 'the cloud of its vendor')}
<h2>Any other client</h2>
<p>Choose "Streamable HTTP" and enter the address. Without OAuth, send the header <code>Authorization: Bearer</code> with a token for AI assistants, from the <a href="${issuer}/tokens">token page</a>.</p>`,
  });
}

function stepsOf(resource: string, from: Assistant['callsFrom']): Html[] {
  return ASSISTANTS.filter(({ callsFrom }) => callsFrom === from).map(({ id, name, note, signIn }) =>
    foldedSteps({ id, title: name, note, ...signIn(resource) }),
  );
}
