/** Packages take `now` as an argument; only an app's `main.ts` reads the clock. */
const isDate = (node) => node.type === 'Identifier' && node.name === 'Date';

export const noWallClock = {
  create(context) {
    const report = (node) =>
      context.report({ node, message: 'Take `now` as an argument; packages never read the wall clock.' });
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node);
      },
      MemberExpression(node) {
        if (isDate(node.object) && node.property.name === 'now') report(node);
      },
    };
  },
};
