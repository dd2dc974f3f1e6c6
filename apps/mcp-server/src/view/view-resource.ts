import { readBuilt } from '@funnel/report-view';

/** The type of a page that a chat application shows beside an answer. */
export const VIEW_TYPE = 'text/html;profile=mcp-app';

/** The page as it is listed. It loads nothing, so it asks for no domain. */
export const VIEW = {
  uri: 'ui://funnel/view.html',
  name: 'report_view',
  title: 'Picture of a report',
  description: 'Draws the answer of every tool; shown by applications that support MCP Apps.',
  mimeType: VIEW_TYPE,
  _meta: {
    ui: {
      csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
      prefersBorder: true,
    },
  },
};

const { uri, mimeType, _meta } = VIEW;

/** The page itself. Read once: a missing build ends the start, not the first chat. */
export const VIEW_CONTENT = { uri, mimeType, text: readBuilt('view.html'), _meta };
