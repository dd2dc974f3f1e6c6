/** The official conformance tool of the MCP project. */
export const CONFORMANCE_TOOL = {
  name: '@modelcontextprotocol/conformance',
  version: '0.2.0-alpha.12',
  script: 'dist/index.js',
};
