export { acquireDatabase, type LocalDatabase } from './database.ts';
export { localSecrets } from './secrets.ts';
export { roleEnv, rolePasswords } from './start/role-env.ts';
export { prepareServices, type ServiceGroup, startServices } from './start/service-group.ts';
export { lastLines, type ServiceProcess, startService, untilReady } from './start/service-process.ts';
export { type Addresses, addressesOf, SERVICES } from './start/services.ts';
export { toolCall } from './tool-call.ts';
export { startTrialProduct, type TrialProduct } from './trial-product.ts';
