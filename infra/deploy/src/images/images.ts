import { SERVICES } from '@funnel/local';

/** The image of the operator's commands. */
export const CLI_IMAGE = 'cli';

/** The targets of the Dockerfile: one per service, and the operator's commands. */
export const IMAGES: readonly string[] = [...SERVICES.map(({ app }) => app), CLI_IMAGE];
