import { COMMON_VARIABLES, describeVariable, type Variable } from '@funnel/service';
import type { z } from 'zod';
import { COMMAND_SCHEMAS, COMMANDS_APP, SERVICE_SCHEMAS } from '../deployables.ts';

export interface ReadVariable extends Variable {
  /** The services, and `cli` for commands. */
  readers: string[];
  commands: string[];
  /** Defaults of readers that differ from `fallback`. */
  otherFallbacks: Map<string, string>;
}

/** Of the common variables, the commands use these; the others are about listening. */
export const COMMON_OF_COMMANDS = ['NODE_ENV', 'NOW'];

/** Every variable that a service or a command reads, in the order in which the schemas have them. */
export function allVariables(): ReadVariable[] {
  const found = new Map<string, ReadVariable>();
  for (const [service, schema] of Object.entries(SERVICE_SCHEMAS)) {
    for (const name of Object.keys(schema.shape)) note(found, schema, name, service);
  }
  for (const [command, schema] of Object.entries(COMMAND_SCHEMAS)) {
    for (const name of Object.keys(schema.shape)) {
      if (COMMON_VARIABLES.includes(name) && !COMMON_OF_COMMANDS.includes(name)) continue;
      note(found, schema, name, COMMANDS_APP).commands.push(command);
    }
  }
  return [...found.values()];
}

function note(
  found: Map<string, ReadVariable>,
  schema: z.ZodObject,
  name: string,
  reader: string,
): ReadVariable {
  const described = describeVariable(schema, name);
  const known: ReadVariable = found.get(name) ?? {
    ...described,
    readers: [],
    commands: [],
    otherFallbacks: new Map(),
  };
  if (!known.readers.includes(reader)) known.readers.push(reader);
  if (described.fallback !== known.fallback) known.otherFallbacks.set(reader, described.fallback ?? 'none');
  found.set(name, known);
  return known;
}
