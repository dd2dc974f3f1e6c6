import { describeServiceGuarantees } from '@funnel/testing/service-guarantees';
import { thisService } from './support/this-service.ts';

describeServiceGuarantees(thisService);
