import { type PageFile, pageFile } from '@funnel/pages';
import { readBuilt } from '@funnel/report-view';

export interface PageFiles {
  script: PageFile;
  /** Draws the reports inside of other websites. */
  frame: PageFile;
  style: PageFile;
}

export function readPageFiles(): PageFiles {
  return {
    script: pageFile('page', 'js', readBuilt('page.js')),
    frame: pageFile('frame', 'js', readBuilt('frame.js')),
    style: pageFile('page', 'css', readBuilt('page.css')),
  };
}
