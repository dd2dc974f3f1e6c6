import { type PageFile, pageFile } from '@funnel/pages';
import { readFrameScript, readPageScript, readPageStyle } from '@funnel/report-view';

/** The files of the reports. */
export interface PageFiles {
  script: PageFile;
  /** Draws the reports inside of other websites. */
  frame: PageFile;
  style: PageFile;
}

/** Reads the files. */
export function readPageFiles(): PageFiles {
  return {
    script: pageFile('page', 'js', readPageScript()),
    frame: pageFile('frame', 'js', readFrameScript()),
    style: pageFile('page', 'css', readPageStyle()),
  };
}
