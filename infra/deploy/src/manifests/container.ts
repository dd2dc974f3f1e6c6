/** A container of ours, as compose.yaml or a manifest describes it. */
export interface DeployedContainer {
  /** Where it is described, for messages. */
  place: string;
  /** The image: a service, or `cli`. */
  app: string;
  args: string[];
  /** The variables that are set for this container. */
  env: Record<string, string>;
  /** Variables that several containers get, also those that do not read them. */
  sharedEnv: Record<string, string>;
  /** The file of a secret by the path in the container. */
  secretFiles: Map<string, string>;
  /** Ports that something else uses, with the paths it asks for. */
  requests: { port: number; path?: string }[];
  /** How long a stop may take; undefined for a command. */
  graceMs: number | undefined;
}
