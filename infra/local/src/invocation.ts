export interface Invocation {
  command: string;
  args: string[];
  /** The folder of the clone. */
  root: string;
  /** Where data, secrets and logs of this machine are kept. */
  localDir: string;
}
