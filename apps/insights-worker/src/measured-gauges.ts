import { Gauge, type Registry } from '@funnel/service';

/** Returns a function that registers gauges of one measurement, made once for each scrape: empty if it fails, or has no value. */
export function measuredGauges<Measured>(registry: Registry, measure: () => Promise<Measured>) {
  let measuring: Promise<Measured | undefined> | undefined;
  const measureOnce = () => {
    measuring ??= measure()
      .catch(() => undefined)
      .finally(() => (measuring = undefined));
    return measuring;
  };
  return (name: string, help: string, valueOf: (measured: Measured) => number | undefined): void => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const measured = await measureOnce();
        const value = measured === undefined ? undefined : valueOf(measured);
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      },
    });
  };
}
