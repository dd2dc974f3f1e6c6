const HEAD = `# Generated from infra/monitoring/prometheus/rules.yml: run npm run -s generate.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: funnel
  labels: { app.kubernetes.io/part-of: funnel }
spec:
`;

/** The alerts of a file of Prometheus as an object of the Prometheus operator, line by line. */
export function prometheusRule(rules: string): string {
  const groups = rules.slice(rules.indexOf('groups:'));
  return HEAD + groups.replaceAll(/^(?=.)/gm, '  ');
}
