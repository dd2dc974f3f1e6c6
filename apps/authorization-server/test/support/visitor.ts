import { Visitor as AnyVisitor } from '@funnel/testing';
import { PASSWORD } from './people-app.ts';

/** One of the people of `people-app.ts`, who picks website 11 unless told otherwise. */
export class Visitor extends AnyVisitor {
  constructor(origin: string) {
    super(origin, { password: PASSWORD, websiteIds: [11] });
  }
}
