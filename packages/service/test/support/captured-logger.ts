import { createLogger, type Logger } from '../../src/index.ts';
import type { LogLine } from '@funnel/testing';

/** A logger that collects its lines. */
export function capturedLogger(): { logger: Logger; lines: LogLine[]; text: () => string } {
  const lines: LogLine[] = [];
  let text = '';
  const destination = {
    write(line: string) {
      text += line;
      const logLine: LogLine = JSON.parse(line);
      lines.push(logLine);
    },
  };
  return { logger: createLogger({ service: 'test', level: 'debug', destination }), lines, text: () => text };
}
