import { describeHostileConnections } from '@funnel/testing/hostile-guarantees';
import { thisService } from './support/this-service.ts';

describeHostileConnections(thisService);
