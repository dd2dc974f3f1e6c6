/** A website id comes from a verified principal or a database row. .oxlintrc.json lists the few files that may trust a number. */
const MESSAGE =
  'Take a WebsiteId as an argument: from the verified principal or a database row. Only files listed in .oxlintrc.json may trust a plain number.';

export const noTrustedWebsiteId = {
  create(context) {
    return {
      ImportSpecifier(node) {
        if (node.imported.name === 'trustedWebsiteId') context.report({ node, message: MESSAGE });
      },
      TSAsExpression(node) {
        const { type, typeName } = node.typeAnnotation;
        if (type === 'TSTypeReference' && typeName.name === 'WebsiteId')
          context.report({ node, message: MESSAGE });
      },
    };
  },
};
