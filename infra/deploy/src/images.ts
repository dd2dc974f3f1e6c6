import { SERVICES } from '@funnel/local/services';

/** The image of the operator's commands. */
const CLI_IMAGE = 'cli';

/** The targets of the Dockerfile: one per service, and the operator's commands. */
export const IMAGES: readonly string[] = [...SERVICES.map(({ app }) => app), CLI_IMAGE];

/** The variables that all images set. */
export const IMAGE_ENV: Readonly<Record<string, string>> = { NODE_ENV: 'production', HOST: '0.0.0.0' };
